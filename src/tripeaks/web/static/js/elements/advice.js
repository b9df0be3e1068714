/** The hint a player asks for: its move is marked on the table, its chance and a reason are told. */

import { Refused, fetchHint, sentenceOf } from "../api.js";
import { figure } from "../chances.js";
import { STOCK } from "../model.js";
import { confirmed } from "./dialogs.js";
import { byId, setAttribute } from "./dom.js";

/** @typedef {import("../model.js").Game} Game */
/** @typedef {import("../api.js").Hint} Hint */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */
/** @typedef {"fair"|"solver"} Kind sees what the player sees, or all cards */

/**
 * @typedef {object} Parts
 * @property {import("../session.js").Session} session
 * @property {import("../board/mark.js").Mark} mark
 * @property {(sentence: string) => void} say speaks to screen readers
 * @property {() => void} takeFocus gives the focus to the board
 * @property {Translate} t
 */

export class Advice {
  /** @type {Hint|null} */
  #shown = null;
  /** Until the answer is there, asking again is the same wish. */
  #asking = false;

  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.panel = byId("advice", HTMLElement);
    this.title = byId("advice-title", HTMLElement);
    this.chance = byId("advice-chance", HTMLElement);
    this.why = byId("advice-why", HTMLElement);
    this.more = byId("solver-hint", HTMLElement);
  }

  /** Shows a fair hint, or puts away the hint that shows. */
  async toggle() {
    if (!this.#shown) return this.#ask("fair");
    this.#putAway();
    this.parts.say(this.parts.t("page.hint-gone"));
  }

  /** Shows a solver hint; who has had no help in this game yet is told first what it means. */
  async askSolver() {
    const { assisted } = this.parts.session.game;
    if (assisted || (await confirmed("confirm-solver"))) await this.#ask("solver");
  }

  /**
   * Follows the board to a new view: a hint is for one position.
   * @param {Game} game
   */
  settle(game) {
    if (this.#shown && this.#shown.seq !== game.seq) this.#putAway();
  }

  /** @param {Kind} kind */
  async #ask(kind) {
    const { session } = this.parts;
    if (this.#asking) return;
    this.#asking = true;
    this.#mark(true);
    await session.settled();
    const { id, seq } = session.game;
    try {
      const hint = await fetchHint(id, seq, kind);
      if (session.stands(seq)) this.#show(hint);
    } catch (error) {
      if (session.stands(seq)) this.#failed(error);
    }
    this.#asking = false;
    this.#mark(false);
  }

  /** @param {boolean} busy */
  #mark(busy) {
    for (const button of document.querySelectorAll("[data-action=hint], #solver-hint"))
      setAttribute(button, "aria-busy", busy ? "true" : null);
  }

  /** @param {unknown} error */
  #failed(error) {
    const { session, t } = this.parts;
    const problem = error instanceof Refused ? error.problem : null;
    if (problem?.status === 409 && problem.view) session.goneOn(problem.view);
    else session.tell(sentenceOf(error, t));
  }

  /** @param {Hint} hint */
  #show(hint) {
    const { session, mark, t } = this.parts;
    const held = this.panel.contains(document.activeElement);
    const fair = hint.kind === "fair";
    const place = hint.move ? (hint.move.slot ?? STOCK) : null;
    this.#shown = hint;
    session.parts.message.hide();
    this.title.textContent = fair ? t("page.fair-hint") : t("page.solver-hint");
    if (this.chance.parentElement) this.chance.parentElement.hidden = hint.chance === null;
    this.chance.textContent = figure(hint.chance ?? 0, hint.error, document.documentElement.lang, t);
    this.why.textContent = fair ? (hint.reasons[0]?.sentence ?? "") : hint.sentence;
    this.more.hidden = !fair;
    this.panel.hidden = false;
    mark.show(place, hint.kind, this.title.id);
    // The button that was pressed is gone; the move it led to is the place to go on from.
    if (held && !fair) mark.board.nodeOf(place ?? STOCK).focus({ preventScroll: true });
    if (hint.assisted) session.noteAssisted();
    this.parts.say(hint.sentence);
  }

  #putAway() {
    const held = this.panel.contains(document.activeElement);
    this.#shown = null;
    this.panel.hidden = true;
    this.parts.mark.hide();
    if (held) this.parts.takeFocus();
  }
}
