/** Turns taps, clicks and keys into what the player wants; decides nothing else. */

import { STOCK, WASTE, nearest, neighbour } from "../model.js";
import { nearestBox } from "./geometry.js";

/** @typedef {import("../model.js").Game} Game */
/** @typedef {import("./render.js").Board} Board */
/** @typedef {number|"stock"|"waste"} Place */

/**
 * @typedef {object} Wishes
 * @property {(slot: number) => void} take
 * @property {() => void} draw
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} new
 * @property {() => void} help
 */

/** How far beside a card a finger may land, and how far on a covered card next to it. */
const REACH = 16;
const REACH_ON_CARD = 6;

/** @type {Record<string, "left"|"right"|"up"|"down">} */
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

export class Input {
  /** @type {Place} the one place of the board that Tab reaches */
  #current = STOCK;
  /** @type {Game|null} */
  #game = null;

  /**
   * @param {Board} board
   * @param {Record<string, string[]>} keys
   * @param {Wishes} wishes
   * @param {() => boolean} shortcuts whether single keys are to be heard
   */
  constructor(board, keys, wishes, shortcuts) {
    this.board = board;
    this.keys = keys;
    this.wishes = wishes;
    this.shortcuts = shortcuts;
    board.root.addEventListener("click", (event) => this.#clicked(event));
    board.root.addEventListener("keydown", (event) => this.#arrow(event));
    board.root.addEventListener("focusin", (event) => this.#focused(event.target));
    document.addEventListener("keydown", (event) => this.#shortcut(event));
  }

  /**
   * Follows the board to a new view: a card that is gone hands the focus on.
   * @param {Game} game
   */
  settle(game) {
    const first = this.#game === null;
    this.#game = game;
    if (first) this.#current = game.free[0] ?? STOCK;
    const current = this.#current;
    const gone = typeof current === "number" && game.slots[current]?.state === "gone";
    const held = document.activeElement === this.board.nodeOf(current);
    const next = gone ? this.#freeNear(current) : current;
    this.#moveTo(next);
    if (gone && held) this.takeFocus();
  }

  /** Gives the focus to the place of the board that Tab reaches. */
  takeFocus() {
    this.board.nodeOf(this.#current).focus({ preventScroll: true });
  }

  /** @param {number} slot @returns {Place} */
  #freeNear(slot) {
    const { layout } = this.board;
    return nearest(this.#game?.free ?? [], layout, layout.columns[slot] ?? 0) ?? STOCK;
  }

  /** @param {Place} place */
  #moveTo(place) {
    this.board.nodeOf(this.#current).tabIndex = -1;
    this.#current = place;
    this.board.nodeOf(place).tabIndex = 0;
  }

  /** @param {EventTarget|null} target */
  #focused(target) {
    const place = this.#placeOf(target);
    if (place !== null) this.#moveTo(place);
  }

  /**
   * @param {EventTarget|null} target
   * @returns {Place|null}
   */
  #placeOf(target) {
    const id = target instanceof Element ? target.closest("[id]")?.id : undefined;
    if (id === STOCK || id === WASTE) return id;
    return id?.startsWith("slot-") ? Number(id.slice("slot-".length)) : null;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const place = this.#placeOf(event.target);
    const slot = typeof place === "number" ? this.#game?.slots[place] : undefined;
    if (place === STOCK) return this.wishes.draw();
    if (slot?.free) return this.wishes.take(slot.slot);
    const meant = this.#nearby(event, slot ? REACH_ON_CARD : REACH) ?? slot?.slot;
    if (meant !== undefined) this.wishes.take(meant);
  }

  /**
   * The uncovered card a finger just missed.
   * @param {MouseEvent} event
   * @param {number} reach
   */
  #nearby(event, reach) {
    const touched = event instanceof PointerEvent && event.pointerType === "touch";
    if (!touched || !this.#game) return undefined;
    const root = this.board.root.getBoundingClientRect();
    const point = { x: event.clientX - root.x, y: event.clientY - root.y };
    const boxes = this.#game.free.flatMap((slot) => {
      const box = this.board.placeBox(slot);
      return box ? [{ ...box, slot }] : [];
    });
    return nearestBox(point, boxes, reach)?.slot;
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const direction = ARROWS[event.key];
    const from = this.#placeOf(event.target);
    if (!direction || from === null || !this.#game || event.altKey) return;
    event.preventDefault();
    this.board.nodeOf(neighbour(this.#game, this.board.layout, from, direction)).focus();
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    if (!this.shortcuts() || event.repeat) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const busy = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
    if (busy || document.querySelector("dialog[open]")) return;
    const wish = this.#wishOf(event.key.toLowerCase());
    if (!wish) return;
    event.preventDefault();
    wish();
  }

  /** @param {string} key */
  #wishOf(key) {
    const nth = this.keys.take_free?.indexOf(key) ?? -1;
    if (nth >= 0) {
      const slot = this.#game?.free[nth];
      return slot === undefined ? null : () => this.wishes.take(slot);
    }
    for (const name of /** @type {const} */ (["draw", "undo", "redo", "hint", "new", "help"]))
      if (this.keys[name]?.includes(key)) return this.wishes[name];
    return null;
  }
}
