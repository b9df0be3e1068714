/** What stands on the board when no move can be made any more, and the sentence near it. */

import { isOver } from "../model.js";
import { byId, make } from "./dom.js";

/** @typedef {import("../model.js").Game} Game */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

const MINUS = "\u2212";
/** How long a sentence shows: a moment, and longer where there is more to read. */
const MESSAGE_MS = { least: 2600, letter: 70 };

/** The places a game can end in, each with its own panel in the template. */
const PANELS = ["won", "blocked", "lost"];
/** The slots that are cleared last in each peak, numbered as the mountains behind them. */
const SUMMITS = [0, 1, 2];

/**
 * @param {Game} game
 * @param {Translate} t
 * @returns {boolean} whether a panel went away that held the focus
 */
export function showEnding(game, t) {
  const root = document.documentElement;
  const played = root.dataset.status === "running";
  const leaving = PANELS.filter((status) => status !== game.status).map((status) => byId(status, HTMLElement));
  const held = leaving.some((panel) => panel.contains(document.activeElement));
  root.dataset.status = game.status;
  for (const status of PANELS) byId(status, HTMLElement).hidden = status !== game.status;
  byId("goes-on", HTMLElement).hidden = isOver(game);
  for (const summit of SUMMITS)
    byId(`mountain-${summit}`, SVGElement).classList.toggle("cleared", game.slots[summit]?.state === "gone");
  if (game.status !== "won") return held;
  showScore(game, t);
  // The cards are gone, so the focus goes to where one plays on.
  if (played) byId("won-new", HTMLElement).focus();
  return false;
}

/**
 * @param {Game} game
 * @param {Translate} t
 */
function showScore(game, t) {
  const rows = (game.score?.parts ?? []).map(({ label, points }) => scoreRow(label, points));
  if (game.score) rows.push(scoreRow(t("page.score"), game.score.points));
  byId("score-parts", HTMLElement).replaceChildren(...rows);
}

/** @param {string} label @param {number} points */
function scoreRow(label, points) {
  const figure = points.toLocaleString(document.documentElement.lang).replace("-", MINUS);
  return make("tr", {}, make("th", { scope: "row" }, label), make("td", {}, figure));
}

/** A sentence that shows for a moment near the board; screen readers hear it elsewhere. */
export class Message {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  /** @param {string} sentence */
  show(sentence) {
    this.keep(sentence);
    const shown = Math.max(MESSAGE_MS.least, sentence.length * MESSAGE_MS.letter);
    this.#timer = setTimeout(() => this.hide(), shown);
  }

  /** @param {string} sentence */
  keep(sentence) {
    clearTimeout(this.#timer);
    this.element.textContent = sentence;
    this.element.hidden = false;
  }

  hide() {
    clearTimeout(this.#timer);
    this.element.hidden = true;
  }
}
