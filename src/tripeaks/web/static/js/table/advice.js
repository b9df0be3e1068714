/** The best move for a table, in words. */

import { figure, percent } from "../chances.js";
import { byId, make } from "../elements/dom.js";

/** @typedef {import("../model.js").Slot} Slot */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */
/** @typedef {{action: "take"|"draw", slot: number|null, card: string|null, name: string, sign: string}} Move */
/** @typedef {{code: string, sentence: string}} Reason */
/** @typedef {{move: Move, chance: number|null, error: number|null, reasons: Reason[]}} Rated */

/**
 * @typedef {object} Answer
 * @property {"running"|"won"|"blocked"} outcome
 * @property {Move|null} move
 * @property {number|null} chance
 * @property {number|null} error
 * @property {Reason[]} reasons
 * @property {Rated[]} others
 * @property {string} sentence
 * @property {Slot[]} slots
 * @property {{refusal: import("../model.js").Refusal|null}} stock
 */

export class TableAdvice {
  /** @param {Translate} t */
  constructor(t) {
    this.t = t;
    this.panel = byId("advice", HTMLElement);
    this.best = byId("best", HTMLElement);
    this.chance = byId("best-chance", HTMLElement);
    this.reasons = byId("best-reasons", HTMLElement);
    this.others = byId("others", HTMLElement);
    this.play = byId("play", HTMLElement);
  }

  /** @param {Answer} answer */
  show({ move, chance, error, reasons, others, sentence }) {
    const language = document.documentElement.lang;
    this.best.textContent = move ? move.name : sentence;
    this.chance.hidden = chance === null;
    const shown = this.chance.querySelector("strong");
    if (shown && chance !== null) shown.textContent = figure(chance, error, language, this.t);
    this.reasons.replaceChildren(...reasons.map((reason) => make("li", {}, reason.sentence)));
    this.others.hidden = others.length === 0;
    this.others.querySelector("ul")?.replaceChildren(...others.map((other) => line(other, language)));
    this.play.hidden = move === null;
    this.panel.hidden = false;
  }

  hide() {
    this.panel.hidden = true;
  }
}

/** @param {Rated} other @param {string} language */
function line({ move, chance }, language) {
  const told = chance === null ? "" : percent(chance, language);
  return make("li", {}, make("span", {}, move.name), make("strong", {}, told));
}
