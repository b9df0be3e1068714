/** What can be shown all the time: the chance of winning as a bar, and whether it can still be won. */

import { fetchHint } from "../api.js";
import { edge, figure } from "../chances.js";
import { byId, setAttribute } from "./dom.js";

/** @typedef {import("../model.js").Game} Game */
/** @typedef {import("../api.js").Hint} Hint */
/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */
/** @typedef {"chance"|"light"} Kind */

/** @type {readonly Kind[]} */
const KINDS = ["chance", "light"];
/** Who plays on quickly is not in need of what is gone at once. */
const ASK_AFTER_MS = 120;
const UNKNOWN = "…";

export class Outlook {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  /** The position that each was asked for last. @type {Partial<Record<Kind, number|null>>} */
  #asked = {};

  /**
   * @param {Session} session
   * @param {Settings} settings
   * @param {Translate} t
   */
  constructor(session, settings, t) {
    this.session = session;
    this.settings = settings;
    this.t = t;
    this.root = byId("outlook", HTMLElement);
    this.bar = byId("chance-bar", HTMLElement);
    this.figure = byId("chance-figure", HTMLElement);
    this.light = byId("light", HTMLElement);
    this.word = byId("light-word", HTMLElement);
  }

  /** Follows the game and the settings: shows what is switched on, and asks for what is not known. */
  settle() {
    const { game } = this.session;
    const on = KINDS.filter((kind) => this.settings[kind]);
    for (const kind of KINDS) byId(kind, HTMLElement).hidden = !on.includes(kind);
    this.root.hidden = on.length === 0;
    // What has ended keeps the room, so that the cards do not jump.
    this.root.classList.toggle("over", !game.can.hint);
    clearTimeout(this.#timer);
    const unknown = on.filter((kind) => this.#asked[kind] !== game.seq);
    for (const kind of unknown) byId(kind, HTMLElement).classList.add("asking");
    if (game.can.hint && unknown.length)
      this.#timer = setTimeout(() => unknown.forEach((kind) => this.#ask(kind)), ASK_AFTER_MS);
  }

  /** @param {Kind} kind */
  async #ask(kind) {
    const { id, seq } = this.session.game;
    if (!this.session.stands(seq)) return;
    this.#asked[kind] = seq;
    // Whatever goes wrong is told when the player does something; here nothing shows.
    const hint = await fetchHint(id, seq, kind).catch(() => null);
    if (!hint && this.#asked[kind] === seq) this.#asked[kind] = null;
    if (!this.session.stands(seq) || !this.settings[kind]) return;
    byId(kind, HTMLElement).classList.remove("asking");
    if (kind === "chance") this.#showChance(hint);
    else this.#showLight(hint);
    if (hint?.assisted) this.session.noteAssisted();
  }

  /** @param {Hint|null} hint */
  #showChance(hint) {
    const chance = hint?.chance ?? 0;
    const { from, to } = edge(chance, hint?.error ?? null);
    const told = hint ? figure(chance, hint.error, document.documentElement.lang, this.t) : UNKNOWN;
    this.bar.style.setProperty("--from", `${from * 100}%`);
    this.bar.style.setProperty("--to", `${to * 100}%`);
    setAttribute(this.bar, "aria-valuenow", String(Math.round(chance * 100)));
    setAttribute(this.bar, "aria-valuetext", told);
    this.figure.textContent = told;
  }

  /** @param {Hint|null} hint */
  #showLight(hint) {
    const winnable = hint?.winnable ?? null;
    const word = winnable ? this.t("page.light-yes") : this.t("page.light-no");
    const told = winnable === null ? UNKNOWN : word;
    setAttribute(this.light, "data-winnable", winnable === null ? null : String(winnable));
    // It is read out where it changes, and only there.
    if (this.word.textContent !== told) this.word.textContent = told;
  }
}
