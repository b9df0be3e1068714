/** Draws the board: one node per card for the whole game, moved to where the view says it lies. */

import { byId, make, setAttribute } from "../elements/dom.js";
import { STOCK, WASTE, placements, slotId } from "../model.js";
import { shake, transformTo, travel, turn } from "./animate.js";
import { FAN_CARDS, boxOf, isLarge, isVisible, tableOf } from "./geometry.js";

/** @typedef {import("../model.js").Game} Game */
/** @typedef {import("../model.js").Layout} Layout */
/** @typedef {import("../model.js").Placement} Placement */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {import("./geometry.js").Table} Table */

const JOKER = "joker";
const SVG = "http://www.w3.org/2000/svg";
/** The shapes in which the pictures are drawn; they are stretched to that of the card. */
const LARGE_VIEW = "0 0 5 7";
const SMALL_VIEW = "0 0 5 8";
/** Cards of the waste lie above all of the tableau. */
const PILE_LEVEL = 50;

export class Board {
  /** @type {Map<string, HTMLElement>} */
  #nodes = new Map();
  /** @type {Map<string, Placement>} */
  #placed = new Map();
  /** @type {Map<string, Box>} */
  #boxes = new Map();
  /** @type {Table|null} */
  #table = null;
  /** @type {Game|null} */
  #game = null;

  /**
   * @param {HTMLElement} root holds the cards
   * @param {Layout} layout
   * @param {boolean} [playable] whether its cards are buttons, not pictures only to be looked at
   */
  constructor(root, layout, playable = true) {
    this.root = root;
    this.layout = layout;
    this.playable = playable;
    this.sprite = root.dataset.sprite ?? "";
    this.stock = byId(STOCK, HTMLElement);
    this.waste = byId(WASTE, HTMLElement);
    this.count = byId("stock-count", HTMLElement);
    this.words = byId("board-words", HTMLElement);
    for (const slot of layout.rows.flat()) this.#add(slotId(slot), playable ? cardButton() : cardPicture());
  }

  /**
   * Shows a view of the game, moving the cards that lie elsewhere than before.
   * @param {Game} game
   */
  show(game) {
    const before = this.#placed;
    const dealt = before.size === 0;
    this.#game = game;
    this.#placed = placements(game, before);
    for (const id of this.#placed.keys()) if (!this.#nodes.has(id)) this.#add(id, pileCard());
    this.#table ??= this.#measured();
    for (const placement of this.#placed.values()) this.#draw(placement, before.get(placement.id));
    this.#place({ animated: !dealt });
    if (dealt && game.moves === 0) this.#dealOut();
    this.#label(game);
  }

  /** Lays everything out anew for the room there is now. */
  resize() {
    this.#table = this.#measured();
    for (const placement of this.#placed.values()) this.#draw(placement, placement);
    this.#place({ animated: false });
  }

  /** @param {number|"stock"} place */
  placeBox(place) {
    const table = this.#table;
    if (!table) return undefined;
    return place === STOCK ? boxOf({ zone: "stock", order: 0 }, table, 0) : table.slots[place];
  }

  /** @param {number|"stock"|"waste"} place */
  nodeOf(place) {
    if (place === STOCK) return this.stock;
    if (place === WASTE) return this.waste;
    return this.#nodes.get(slotId(place)) ?? this.stock;
  }

  /** @param {number|"stock"} place */
  refuse(place) {
    const node = place === STOCK ? this.#topOfStock() : this.nodeOf(place);
    shake(node.firstElementChild ?? node);
  }

  #topOfStock() {
    const top = [...this.#placed.values()].find(({ zone, order }) => zone === "stock" && order === 0);
    return (top && this.#nodes.get(top.id)) ?? this.stock;
  }

  /** @param {string} id @param {HTMLElement} node */
  #add(id, node) {
    node.id = id;
    this.#nodes.set(id, node);
    this.root.append(node);
  }

  #measured() {
    const table = tableOf({ width: this.root.clientWidth, height: this.root.clientHeight }, this.layout);
    // The range and the sentences beside the piles follow the cards.
    publish("tableau", table.tableau);
    publish("message", table.message);
    return table;
  }

  /**
   * @param {Placement} placement
   * @param {Placement|undefined} before
   */
  #draw(placement, before) {
    const node = this.#nodes.get(placement.id);
    if (!node || !this.#table) return;
    const { face, zone } = placement;
    const { width } = boxOf(placement, this.#table, 0);
    showFace(node, this.sprite, face, isLarge(zone, width));
    node.hidden = !isVisible(placement);
    const turned = before !== undefined && (before.face === null) !== (face === null);
    if (turned && node.firstElementChild) turn(node.firstElementChild);
  }

  /** @param {{animated: boolean}} how */
  #place({ animated }) {
    const table = this.#table;
    if (!table || !this.#game) return;
    const fanned = Math.min(FAN_CARDS, this.#game.waste.cards.length);
    for (const placement of this.#placed.values()) {
      const node = this.#nodes.get(placement.id);
      if (!node) continue;
      const box = boxOf(placement, table, fanned);
      const from = this.#boxes.get(placement.id);
      this.#boxes.set(placement.id, box);
      lay(node, box);
      node.style.zIndex = String(levelOf(placement, table));
      if (animated && from && transformTo(from) !== transformTo(box)) travel(node, from, box);
    }
    lay(this.stock, table.stock);
    lay(this.waste, { ...table.waste, width: table.waste.width + Math.max(0, fanned - 1) * table.fan });
    lay(this.count, table.stock);
  }

  /** The deal comes out of the stock. */
  #dealOut() {
    for (const { id, zone } of this.#placed.values()) {
      const [node, box] = [this.#nodes.get(id), this.#boxes.get(id)];
      if (zone !== "stock" && node && box && this.#table) travel(node, this.#table.stock, box);
    }
  }

  /** @param {Game} game */
  #label(game) {
    for (const { slot, state, label, free } of game.slots) {
      const node = this.nodeOf(slot);
      const gone = state === "gone";
      node.classList.toggle("gone", gone);
      node.classList.toggle("covered", !gone && !free);
      setAttribute(node, "aria-hidden", gone ? "true" : null);
      setAttribute(node, "aria-label", label);
      if (this.playable) setAttribute(node, "aria-disabled", String(!free));
    }
    setAttribute(this.stock, "aria-label", game.stock.label);
    if (this.playable) setAttribute(this.stock, "aria-disabled", String(!game.stock.playable));
    setAttribute(this.waste, "aria-label", game.waste.label);
    this.words.textContent = game.words;
    this.stock.classList.toggle("filled", game.stock.count > 0);
    this.waste.classList.toggle("filled", game.waste.count > 0);
    this.count.hidden = game.stock.count === 0;
    if (this.count.firstElementChild) this.count.firstElementChild.textContent = String(game.stock.count);
  }
}

/** @param {string|null} face @param {boolean} large */
function symbolOf(face, large) {
  if (face === null) return large ? "back" : "small-back";
  return `${large ? "face" : "small"}-${face.length === 1 ? JOKER : face}`;
}

/**
 * Draws the face of a card, or its back.
 * @param {HTMLElement} node
 * @param {string} sprite
 * @param {string|null} face
 * @param {boolean} large
 */
export function showFace(node, sprite, face, large) {
  const use = node.querySelector("use");
  if (use) setAttribute(use, "href", `${sprite}#${symbolOf(face, large)}`);
  if (use?.parentElement) setAttribute(use.parentElement, "viewBox", large ? LARGE_VIEW : SMALL_VIEW);
  setAttribute(node, "data-suit", face === null ? null : (face[1] ?? JOKER));
}

/**
 * Lets the style sheets know where something lies.
 * @param {string} name
 * @param {Box} box
 */
export function publish(name, box) {
  for (const [side, length] of Object.entries(box))
    document.documentElement.style.setProperty(`--${name}-${side}`, `${length}px`);
}

/** @param {HTMLElement} node @param {Box} box */
export function lay(node, box) {
  node.style.width = `${box.width}px`;
  node.style.height = `${box.height}px`;
  node.style.transform = transformTo(box);
}

/** @param {Placement} placement @param {Table} table */
function levelOf({ zone, order }, table) {
  if (zone !== "tableau") return PILE_LEVEL - Math.min(order, PILE_LEVEL - 10);
  return Math.round(((table.slots[order]?.y ?? 0) - table.tableau.y) / table.tableau.height * 9);
}

const cardButton = () => withFace(make("button", { type: "button", class: "card", tabindex: "-1" }));
const cardPicture = () => withFace(make("div", { class: "card", role: "img" }));
const pileCard = () => withFace(make("div", { class: "card gone", "aria-hidden": "true" }));

/** @param {HTMLElement} node */
export function withFace(node) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.append(document.createElementNS(SVG, "use"));
  node.append(make("span", { class: "face" }, svg));
  return node;
}
