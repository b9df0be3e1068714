/** Turns taps, clicks and keys on the table and its panels into wishes. */

import { byId } from "../elements/dom.js";
import { STOCK, neighbour } from "../model.js";
import { stockLeft } from "./entry.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./entry.js").Place} Place */
/** @typedef {import("./board.js").TableBoard} TableBoard */

/**
 * What is done with the table.
 * @typedef {object} Editor
 * @property {TableBoard} board
 * @property {HTMLInputElement} field
 * @property {HTMLInputElement} left
 * @property {Entry} entry
 * @property {Place} selected
 * @property {string} typed
 * @property {boolean} plays
 * @property {(place: Place) => void} choose
 * @property {(place: Place) => void} select
 * @property {(text: string) => unknown} type
 * @property {() => unknown} gone
 * @property {() => unknown} forget
 * @property {(left: number) => unknown} setStock
 * @property {() => unknown} undo
 * @property {() => unknown} clear
 * @property {() => unknown} stopPlaying
 * @property {() => unknown} playBest
 * @property {() => unknown} ask
 */

/** @type {Record<string, "left"|"right"|"up"|"down">} */
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** Places that are empty are reached like the others. */
const EVERYWHERE = /** @type {import("../model.js").Game} */ ({ slots: /** @type {any} */ ([]) });

export class TableKeys {
  /**
   * @param {Editor} editor
   * @param {() => boolean} shortcuts whether single keys are to be heard on the table
   */
  constructor(editor, shortcuts) {
    this.editor = editor;
    this.shortcuts = shortcuts;
    const { root } = editor.board;
    root.addEventListener("click", ({ target }) => {
      const place = editor.board.placeOf(target);
      if (place !== null) editor.choose(place);
    });
    root.addEventListener("keydown", (event) => this.#onBoard(event));
    editor.field.addEventListener("input", () => editor.type(editor.field.value.trim()));
    editor.field.addEventListener("keydown", (event) => this.#inField(event));
    editor.left.addEventListener("change", () => editor.setStock(editor.left.valueAsNumber));
    this.#wire("fewer", () => editor.setStock(stockLeft(editor.entry) - 1));
    this.#wire("more", () => editor.setStock(stockLeft(editor.entry) + 1));
    this.#wire("ask", () => editor.ask());
    this.#wire("undo", () => editor.undo());
    this.#wire("clear", () => editor.clear());
    this.#wire("play", () => editor.playBest());
    this.#wire("change", () => editor.stopPlaying());
  }

  /** @param {string} id @param {() => unknown} wish */
  #wire(id, wish) {
    byId(id, HTMLElement).addEventListener("click", wish);
  }

  /** @param {KeyboardEvent} event */
  #onBoard(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { editor } = this;
    const direction = ARROWS[event.key];
    if (direction) {
      const to = neighbour(EVERYWHERE, editor.board.shape, editor.selected, direction);
      editor.select(to);
      editor.board.nodeOf(to).focus({ preventScroll: true });
    } else {
      const heard = this.shortcuts() || event.key.length > 1;
      if (editor.plays || !heard || !this.#write(event.key)) return;
    }
    event.preventDefault();
  }

  /** @param {string} key @returns {boolean} whether it meant anything */
  #write(key) {
    const { editor } = this;
    if (key === "Enter") editor.ask();
    else if (key === "Backspace" && editor.typed) editor.type(editor.typed.slice(0, -1));
    else if (key === "Backspace" || key === "Delete" || key === "?") editor.forget();
    else if (key === "-") editor.gone();
    else if (editor.selected === STOCK && /^\d$/.test(key)) this.#count(key);
    else if (key.length === 1 && key !== " ") editor.type(editor.typed + key);
    else return false;
    return true;
  }

  /** A number is typed where numbers are entered. @param {string} digit */
  #count(digit) {
    const { left } = this.editor;
    left.focus();
    left.value = digit;
  }

  /** @param {KeyboardEvent} event */
  #inField(event) {
    const { editor } = this;
    const wish = { Enter: editor.ask, "-": editor.gone, "?": editor.forget }[event.key];
    if (!wish || (event.key === "Enter" && editor.field.value)) return;
    event.preventDefault();
    wish.call(editor);
  }
}
