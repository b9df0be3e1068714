/** The 52 cards to choose from; those that are on the table already cannot be chosen again. */

import { showFace, withFace } from "../board/render.js";
import { make, setAttribute } from "../elements/dom.js";
import { isUsedUp } from "./entry.js";
import { JOKER } from "./typing.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

const RANKS = [..."A23456789TJQK"];
const SUITS = [..."CDHS"];
/** Of a small face only the upper part is seen, which has the index. */
const INDEX_VIEW = "0 0 5 3.6";
const COLUMNS = 7;
/** @type {Record<string, number>} how far an arrow key leads */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

export class Pad {
  /**
   * @param {HTMLElement} root
   * @param {string} sprite
   * @param {{card: (card: string) => void, gone: () => void, unknown: () => void}} chosen
   * @param {Translate} t
   */
  constructor(root, sprite, chosen, t) {
    this.root = root;
    this.t = t;
    this.sprite = sprite;
    /** @type {Map<string, HTMLElement>} */
    this.keys = new Map();
    /** @type {HTMLElement[]} */
    this.all = [];
    this.gone = word(t("table.page.gone"), chosen.gone);
    this.unknown = word("?", chosen.unknown);
    this.unknown.setAttribute("aria-label", t("table.page.unknown"));
    this.joker = word(t("table.page.joker"), () => chosen.card(JOKER));
    // Thirteen cards leave one place in the second row of each suit.
    const last = [this.gone, this.unknown, this.joker];
    for (const [at, suit] of SUITS.entries()) {
      for (const rank of RANKS) this.#addCard(rank + suit, chosen.card);
      const key = last[at];
      if (key) this.#add(key);
    }
    this.#reach(0);
    root.addEventListener("keydown", (event) => this.#arrow(event));
    root.addEventListener("focusin", ({ target }) => this.#reach(this.#indexOf(target)));
  }

  /** @param {string} card @param {(card: string) => void} chosen */
  #addCard(card, chosen) {
    const key = withFace(make("button", { type: "button", class: "key", "data-card": card }));
    showFace(key, this.sprite, card, false);
    key.querySelector("svg")?.setAttribute("viewBox", INDEX_VIEW);
    key.addEventListener("click", () => chosen(card));
    this.keys.set(card, key);
    this.#add(key);
  }

  /** @param {HTMLElement} key */
  #add(key) {
    key.tabIndex = -1;
    this.all.push(key);
    this.root.append(key);
  }

  /** @param {Entry} entry */
  show(entry) {
    for (const [card, key] of this.keys) {
      const used = isUsedUp(entry, card);
      const name = this.t(`card.${card}`);
      setAttribute(key, "aria-disabled", String(used));
      setAttribute(key, "aria-label", used ? this.t("table.page.used", { card: name }) : name);
    }
    // What cannot be chosen keeps its place.
    this.joker.classList.toggle("off", !entry.rules.jokers);
    setAttribute(this.joker, "aria-disabled", String(isUsedUp(entry, JOKER)));
  }

  /** @param {EventTarget|null} target */
  #indexOf(target) {
    return this.all.findIndex((key) => key === target);
  }

  /** Tab reaches one key, the arrow keys the others. @param {number} index */
  #reach(index) {
    if (index < 0) return;
    for (const [at, key] of this.all.entries()) key.tabIndex = at === index ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = STEPS[event.key];
    const from = this.#indexOf(event.target);
    if (!step || from < 0 || event.altKey) return;
    event.preventDefault();
    this.all[Math.min(this.all.length - 1, Math.max(0, from + step))]?.focus();
  }
}

/** @param {string} text @param {() => void} chosen */
function word(text, chosen) {
  const key = make("button", { type: "button", class: "key word" }, text);
  key.addEventListener("click", chosen);
  return key;
}
