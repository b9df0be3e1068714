/** One game on the page: what the player wishes goes to the server, what it answers is shown. */

import { CommandQueue, commandsOf, fetchGame, reviewGame, sentenceOf } from "./api.js";
import { confirmed } from "./elements/dialogs.js";
import { refusalOf } from "./model.js";

/** @typedef {import("./model.js").Game} Game */
/** @typedef {import("./model.js").Action} Action */
/** @typedef {import("./api.js").Command} Command */
/** @typedef {import("./api.js").Problem} Problem */

/**
 * @typedef {object} Parts
 * @property {(game: Game) => void} show draws a view of the game
 * @property {(place: number|"stock") => void} shake shows that a card cannot be had
 * @property {(sentence: string) => void} say speaks to screen readers
 * @property {import("./elements/ending.js").Message} message
 * @property {ReturnType<typeof import("./model.js").translator>} t
 */

/**
 * Actions that throw away what stands, each with the dialog that asks first.
 * @type {Partial<Record<Action, string>>}
 */
const ASKS_FIRST = { restart: "confirm-restart", give_up: "confirm-give-up" };

export class Session {
  /**
   * @param {Game} game
   * @param {Parts} parts
   */
  constructor(game, parts) {
    this.game = game;
    this.parts = parts;
    this.queue = new CommandQueue(commandsOf(game.id), {
      seq: () => this.game.seq,
      answered: ({ event, view }) => {
        parts.message.hide();
        this.#turnTo(view);
        parts.say(event.sentence);
      },
      refused: (problem, command) => this.#refused(problem, command),
      waiting: () => {
        parts.message.keep(parts.t("page.trying-again"));
        parts.say(parts.t("page.trying-again"));
      },
      lost: () => {
        parts.message.keep(parts.t("page.unreachable"));
        parts.say(parts.t("page.unreachable"));
      },
    });
    parts.show(game);
  }

  /**
   * A refusal that the view already holds is told at once, unless an answer is on its way.
   * @param {Action} action
   * @param {number} [slot]
   */
  wish(action, slot) {
    const command = slot === undefined ? { action } : { action, slot };
    const refusal = this.queue.idle ? refusalOf(this.game, action, slot) : null;
    if (refusal) this.#explain(refusal.sentence, command);
    else this.queue.push(command);
  }

  /** @param {Action} action */
  async control(action) {
    const underWay = this.game.status === "running" && this.game.moves > 0;
    const question = underWay ? ASKS_FIRST[action] : undefined;
    if (!question || (await confirmed(question))) this.wish(action);
  }

  /** Ends a blocked game for its review, which shows all cards; that is asked first. */
  async review() {
    if (!(await confirmed("confirm-review"))) return;
    try {
      await reviewGame(this.game.id);
      location.assign(`/games/${this.game.id}/review`);
    } catch (error) {
      this.tell(sentenceOf(error, this.parts.t));
    }
  }

  /** Waits until every command has been answered. */
  settled() {
    return this.queue.settled;
  }

  /**
   * Whether the position of a view is the one that shows, with nothing about to change it.
   * @param {number} seq
   */
  stands(seq) {
    return this.queue.idle && this.game.seq === seq;
  }

  /** Notes help that knows all cards; what was asked before it may be answered after it. */
  noteAssisted() {
    if (!this.game.assisted) this.#turnTo({ ...this.game, assisted: true });
  }

  /**
   * Turns to a view that came instead of an answer.
   * @param {Game} view
   */
  goneOn(view) {
    this.#turnTo(view);
    this.tell(this.parts.t("page.gone-on"));
  }

  /** Fetches the game anew, for it may have gone on in another window. */
  async refetch() {
    if (!this.queue.idle || document.hidden) return;
    const view = await fetchGame(this.game.id).catch(() => null);
    if (!view || !this.queue.idle || view.seq < this.game.seq) return;
    this.parts.message.hide();
    this.#turnTo(view);
  }

  /** @param {Game} view */
  #turnTo(view) {
    this.game = view;
    this.parts.show(view);
  }

  /** @param {Problem} problem @param {Command} command */
  #refused(problem, command) {
    this.parts.message.hide();
    if (problem.view) this.#turnTo(problem.view);
    if (problem.status === 422) this.#explain(problem.detail, command);
    else this.tell(problem.status === 409 ? this.parts.t("page.gone-on") : problem.detail);
  }

  /** @param {string} sentence @param {Command} command */
  #explain(sentence, { action, slot }) {
    const isMove = action === "take" || action === "draw";
    if (isMove && !this.game.rules.mistake_help) {
      this.parts.say(this.parts.t("page.nothing-happened"));
      return;
    }
    if (isMove) this.parts.shake(slot ?? "stock");
    this.tell(sentence);
  }

  /**
   * Says a sentence near the board and to screen readers.
   * @param {string} sentence
   */
  tell(sentence) {
    this.parts.message.show(sentence);
    this.parts.say(sentence);
  }
}
