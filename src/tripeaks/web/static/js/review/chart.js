/** Draws the curve of a review, with a slider over it that is what one taps, drags and hears. */

import { byId } from "../elements/dom.js";
import { curveOf } from "./curve.js";

/** @typedef {import("./walk.js").Position} Position */
/** @typedef {import("./curve.js").Curve} Curve */

const SVG = "http://www.w3.org/2000/svg";
const HATCH = "hatch";
const HATCH_STEP = 7;
/** The slider's own thumb, which cannot be seen, stops half its width before each end. */
const THUMB = 24;
const CHANCES = [0, 0.5, 1];
const MARK = 7;
const CROSS = "m-3 -3 6 6m0 -6 -6 6";
const HERE = 5;
const BEAD = 3;

export class Chart {
  /** @type {Position[]} */
  #positions = [];
  /** @type {number|null} */
  #losing = null;
  #number = 0;

  /** @param {(number: number) => void} wanted told which position is tapped or dragged to */
  constructor(wanted) {
    this.svg = byId("curve", SVGSVGElement);
    this.slider = byId("position", HTMLInputElement);
    this.percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
    this.slider.addEventListener("input", () => wanted(this.slider.valueAsNumber));
    new ResizeObserver(() => this.#draw()).observe(this.svg);
  }

  /** @param {Position[]} positions of the line that is gone through */
  begin(positions) {
    this.#positions = positions;
    const losing = positions.findIndex(({ loses }) => loses);
    this.#losing = losing < 0 ? null : losing;
  }

  /** @param {Position} position */
  show(position) {
    this.#number = position.number;
    this.slider.max = String(this.#positions.length - 1);
    this.slider.value = String(position.number);
    this.slider.setAttribute("aria-valuetext", position.sentence);
    this.#draw();
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.svg;
    if (!width || this.#positions.length === 0) return;
    const curve = curveOf(this.#positions, { width, height });
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.replaceChildren(
      hatch(),
      ...ground(curve),
      ...(curve.told ? this.#scale(curve) : this.#beads(curve)),
      ...lineOf(curve),
      ...this.#marks(curve),
    );
    this.slider.style.left = `${curve.plot.x - THUMB / 2}px`;
    this.slider.style.width = `${curve.plot.width + THUMB}px`;
  }

  /** @param {Curve} curve */
  #scale({ plot }) {
    return CHANCES.flatMap((chance) => {
      const y = plot.y + (1 - chance) * plot.height;
      const line = shape("path", { class: "grid", d: `M${plot.x} ${y}h${plot.width}` });
      const text = shape("text", { class: "figure-label", x: plot.x - 8, y: y + 4 });
      text.textContent = this.percent.format(chance);
      // On a slim curve the two ends say it all.
      return chance === 0.5 && plot.height < 60 ? [line] : [line, text];
    });
  }

  /** Where no chances are told the moves stand in a row. @param {Curve} curve */
  #beads({ points }) {
    return this.#positions.flatMap(({ move }, number) => {
      const { x: cx, y: cy } = points[number] ?? { x: 0, y: 0 };
      return move ? [shape("circle", { class: `bead ${move.action}`, cx, cy, r: BEAD })] : [];
    });
  }

  /** @param {Curve} curve */
  #marks({ plot, points }) {
    const [here, losing] = [points[this.#number], points[this.#losing ?? -1]];
    const marks = [];
    if (here) marks.push(shape("path", { class: "cursor", d: `M${here.x} ${plot.y - 6}v${plot.height + 12}` }));
    if (losing) {
      marks.push(
        shape("circle", { class: "losing", cx: losing.x, cy: losing.y, r: MARK }),
        shape("path", { class: "losing-cross", d: `M${losing.x} ${losing.y}${CROSS}` }),
      );
    }
    if (here && here !== losing) marks.push(shape("circle", { class: "here", cx: here.x, cy: here.y, r: HERE }));
    return marks;
  }
}

/** Stripes, so that what was lost is told by more than its colour. */
function hatch() {
  const stripes = shape("pattern", {
    id: HATCH,
    width: HATCH_STEP,
    height: HATCH_STEP,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  });
  stripes.append(shape("path", { class: "stripe", d: `M0 0v${HATCH_STEP}` }));
  return stripes;
}

/** @param {Curve} curve */
function ground({ plot, lost }) {
  const edge = lost ? lost.x : plot.x + plot.width;
  const grounds = [shape("rect", { class: "winnable", ...plot, width: edge - plot.x })];
  if (!lost) return grounds;
  return [
    ...grounds,
    shape("rect", { class: "lost-ground", ...lost }),
    shape("rect", { fill: `url(#${HATCH})`, ...lost }),
    shape("path", { class: "lost-edge", d: `M${lost.x} ${lost.y}v${lost.height}` }),
  ];
}

/** @param {Curve} curve */
const lineOf = ({ open, closed, doubt }) => [
  shape("path", { class: "doubt", d: doubt }),
  shape("path", { class: "chance", d: open }),
  shape("path", { class: "chance closed", d: closed }),
];

/**
 * @param {string} tag
 * @param {Record<string, string|number>} attributes
 */
function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
