/** Marks a place of the table as the move of a hint: a frame, and a sign for the kind of hint. */

import { byId, setAttribute } from "../elements/dom.js";
import { transformTo } from "./animate.js";

/** @typedef {import("./geometry.js").Box} Box */
/**
 * What has places to be marked.
 * @typedef {object} Marked
 * @property {(place: number|"stock") => HTMLElement} nodeOf
 * @property {(place: number|"stock") => Box|undefined} placeBox
 */

export class Mark {
  /** @type {number|"stock"|null} */
  #place = null;

  /** @param {Marked} board */
  constructor(board) {
    this.board = board;
    this.frame = byId("mark", HTMLElement);
  }

  /**
   * @param {number|"stock"|null} place null where there is nothing to mark
   * @param {string} kind
   * @param {string} describedBy the id of what the mark is called, for screen readers
   */
  show(place, kind, describedBy) {
    this.hide();
    if (place === null) return;
    this.#place = place;
    Object.assign(this.frame.dataset, { kind, place });
    this.frame.hidden = false;
    setAttribute(this.board.nodeOf(place), "aria-describedby", describedBy);
    this.lay();
  }

  hide() {
    if (this.#place !== null) setAttribute(this.board.nodeOf(this.#place), "aria-describedby", null);
    this.#place = null;
    this.frame.hidden = true;
  }

  /** Follows the place to where it lies now. */
  lay() {
    const box = this.#place === null ? undefined : this.board.placeBox(this.#place);
    if (!box) return;
    this.frame.style.width = `${box.width}px`;
    this.frame.style.height = `${box.height}px`;
    this.frame.style.transform = transformTo(box);
  }
}
