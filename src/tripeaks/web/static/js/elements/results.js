/** The player's results on the start page, fetched when they are unfolded. */

import { fetchResults, sentenceOf } from "../api.js";
import { byId, make } from "./dom.js";

/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */
/** @typedef {{rules: {label: string}, played: number, won: number, best_points: number|null, assisted: number}} Line */

const NONE = "\u2013";
const MINUS = "\u2212";

/** @param {Translate} t */
export function wireResults(t) {
  const panel = byId("results", HTMLDetailsElement);
  const verdict = byId("results-verdict", HTMLElement);
  panel.addEventListener("toggle", async () => {
    if (!panel.open) return;
    try {
      const { lines } = await fetchResults();
      show(lines, t);
      verdict.textContent = "";
    } catch (error) {
      verdict.textContent = sentenceOf(error, t);
    }
  });
}

/** @param {Line[]} lines @param {Translate} t */
function show(lines, t) {
  byId("results-some", HTMLElement).hidden = lines.length === 0;
  byId("results-none", HTMLElement).hidden = lines.length > 0;
  byId("results-lines", HTMLElement).replaceChildren(...lines.map((line) => row(line, t)));
}

/** @param {Line} line @param {Translate} t */
function row({ rules, played, won, best_points: best, assisted }, t) {
  const figures = [played, won, best].map((figure) => make("td", {}, written(figure)));
  const note = assisted ? [make("small", {}, t("page.results-assisted", { count: assisted }))] : [];
  return make("tr", {}, make("th", { scope: "row" }, rules.label, ...note), ...figures);
}

/** @param {number|null} figure */
const written = (figure) =>
  figure?.toLocaleString(document.documentElement.lang).replace("-", MINUS) ?? NONE;
