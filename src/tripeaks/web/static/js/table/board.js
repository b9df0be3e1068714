/** Draws the table that is entered: a button for each place, whatever lies there. */

import { isLarge, tableOf } from "../board/geometry.js";
import { lay, publish, showFace, withFace } from "../board/render.js";
import { byId, make, setAttribute } from "../elements/dom.js";
import { STOCK, WASTE, slotId } from "../model.js";
import { isGone, isOpen, missing, stockLeft, topCard } from "./entry.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./entry.js").Place} Place */
/** @typedef {import("./entry.js").Shape} Shape */
/** @typedef {import("../board/geometry.js").Box} Box */
/** @typedef {import("../board/geometry.js").Table} Table */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */
/** @typedef {"card"|"missing"|"unknown"|"gone"} State of a place */
/** @typedef {{state: State, card: string|null}} Shown */

/** The geometry keeps room for a sentence below the piles; here it stands beside them. */
const ROOM_BELOW = 84;
const BESIDE = 12;
/** Empty places lie under the cards, so that these are hit where both could be. */
const EMPTY_LEVEL = 0;

export class TableBoard {
  /** @type {Table|null} */
  #table = null;
  /** @type {Entry|null} */
  #entry = null;

  /**
   * @param {HTMLElement} root
   * @param {Shape} shape
   * @param {Translate} t
   */
  constructor(root, shape, t) {
    this.root = root;
    this.shape = shape;
    this.t = t;
    this.sprite = root.dataset.sprite ?? "";
    this.count = byId("stock-count", HTMLElement);
    /** @type {Map<Place, HTMLElement>} */
    this.nodes = new Map();
    for (const slot of shape.rows.flat()) this.#add(slot, slotId(slot));
    for (const pile of /** @type {const} */ ([STOCK, WASTE])) this.#add(pile, pile);
  }

  /** @param {Place} place @param {string} id */
  #add(place, id) {
    const node = withFace(make("button", { type: "button", id, class: "card spot", tabindex: "-1" }));
    this.nodes.set(place, node);
    this.root.append(node);
  }

  /** @param {Place} place */
  nodeOf(place) {
    return this.nodes.get(place) ?? this.root;
  }

  /** @param {Place} place @returns {Box|undefined} */
  placeBox(place) {
    return typeof place === "number" ? this.#table?.slots[place] : this.#table?.[place];
  }

  /** @param {EventTarget|null} target @returns {Place|null} */
  placeOf(target) {
    const node = target instanceof Element ? target.closest(".spot") : null;
    for (const [place, other] of this.nodes) if (other === node) return place;
    return null;
  }

  /** @param {Place} place */
  nameOf(place) {
    if (typeof place === "string") return this.t(place === STOCK ? "table.page.stock" : "table.page.waste");
    const row = this.shape.rows.findIndex((slots) => slots.includes(place));
    const first = this.shape.rows[row]?.[0] ?? 0;
    return this.t("table.page.slot", { row: row + 1, place: place - first + 1 });
  }

  /**
   * @param {Entry} entry
   * @param {(slot: number) => string|null} said how the server calls a card on the table, if it did
   */
  show(entry, said) {
    this.#entry = entry;
    for (const place of this.nodes.keys()) this.#label(place, said);
    if (this.#table) this.resize();
  }

  /** Lays everything out for the room there is. */
  resize() {
    const area = { width: this.root.clientWidth, height: this.root.clientHeight };
    if (!area.width || !this.#entry) return;
    let table = tableOf(area, this.shape);
    if (table.message.y > table.stock.y)
      table = tableOf({ ...area, height: area.height + ROOM_BELOW }, this.shape);
    this.#table = table;
    publish("tableau", table.tableau);
    const x = table.waste.x + table.waste.width + BESIDE;
    publish("asked", { ...table.waste, x, width: area.width - x - BESIDE / 2 });
    for (const [place, node] of this.nodes) this.#draw(place, node);
    lay(this.count, table.stock);
  }

  /** @param {Place} place @returns {Shown} */
  #shown(place) {
    const entry = this.#entry;
    if (!entry) return { state: "unknown", card: null };
    if (place === STOCK) return { state: stockLeft(entry) > 0 ? "unknown" : "gone", card: null };
    if (typeof place === "number" && isGone(entry, place)) return { state: "gone", card: null };
    const card = place === WASTE ? topCard(entry) : entry.slots[/** @type {number} */ (place)] ?? null;
    if (card !== null) return { state: "card", card };
    return { state: missing(entry, this.shape).includes(place) ? "missing" : "unknown", card: null };
  }

  /** @param {Place} place @param {HTMLElement} node */
  #draw(place, node) {
    const box = this.placeBox(place);
    const entry = this.#entry;
    if (!box || !entry) return;
    const { state, card } = this.#shown(place);
    showFace(node, this.sprite, card, isLarge(typeof place === "number" ? "tableau" : place, box.width));
    lay(node, box);
    node.dataset.state = state;
    const row = typeof place === "number" ? this.shape.rows.findIndex((slots) => slots.includes(place)) : 0;
    node.style.zIndex = String(state === "gone" ? EMPTY_LEVEL : row + 1);
    const open = typeof place !== "number" || isOpen(entry, this.shape, place);
    node.classList.toggle("covered", state === "card" && !open);
    if (place !== STOCK) return;
    this.count.hidden = state === "gone";
    if (this.count.firstElementChild) this.count.firstElementChild.textContent = String(stockLeft(entry));
  }

  /** @param {Place} place @param {(slot: number) => string|null} said */
  #label(place, said) {
    const { state, card } = this.#shown(place);
    setAttribute(this.nodeOf(place), "aria-label", this.#labelOf(place, state, card, said));
  }

  /**
   * @param {Place} place
   * @param {State} state
   * @param {string|null} card
   * @param {(slot: number) => string|null} said
   */
  #labelOf(place, state, card, said) {
    const name = this.nameOf(place);
    if (place === STOCK && this.#entry) return this.t("table.page.at-stock", { count: stockLeft(this.#entry) });
    if (card !== null) {
      const told = (typeof place === "number" && said(place)) || this.t(`card.${card}`);
      return this.t("table.page.at-card", { place: name, card: told });
    }
    if (state === "gone") return this.t("table.page.at-gone", { place: name });
    if (state === "missing") return this.t("table.page.at-missing", { place: name });
    return this.t("table.page.at-unknown", { place: name });
  }
}
