/** All the help while playing, loaded when some of it is wanted for the first time. */

import { Mark } from "../board/mark.js";
import { Advice } from "./advice.js";
import { Outlook } from "./outlook.js";

/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {Omit<import("./advice.js").Parts, "mark">} Parts */

export class Coach {
  /**
   * @param {Parts & {board: import("../board/render.js").Board}} parts
   * @param {Settings} settings
   */
  constructor({ board, ...parts }, settings) {
    this.session = parts.session;
    const mark = new Mark(board);
    this.advice = new Advice({ ...parts, mark });
    this.outlook = new Outlook(parts.session, settings, parts.t);
    new ResizeObserver(() => mark.lay()).observe(board.root);
  }

  /** Follows the game and the settings. */
  settle() {
    this.advice.settle(this.session.game);
    this.outlook.settle();
  }
}
