/** Where one stands in a review: in which of its two lines, and after how many moves. */

/** @typedef {import("../model.js").Game} Game */

/** @typedef {{action: "take"|"draw", slot: number|null, name: string, sign: string}} Move */

/**
 * @typedef {object} Position
 * @property {number} number of the move that led here, 0 for the deal
 * @property {Move|null} move that led here
 * @property {boolean} winnable whether it could still be won, all cards known
 * @property {number|null} chance of winning by what was seen, from 0 to 1
 * @property {number|null} error half the width of its interval
 * @property {boolean} loses whether the move that led here lost the win
 * @property {Move[]} better what would have kept it instead
 * @property {string} sentence
 * @property {Game} view
 */

/** @typedef {"played"|"best"} Line */

/**
 * @typedef {object} Review
 * @property {string[]} sentences
 * @property {string[]} cards all of the tableau, by slot
 * @property {number|null} lost_at
 * @property {Position[]} played
 * @property {Position[]} best
 */

/** @typedef {"first"|"back"|"forward"|"last"|"lost"} Step */

export class Walk {
  /** @type {Line} */
  line = "played";
  number = 0;

  /**
   * @param {Review} review
   * @param {() => void} moved told after each change of place
   */
  constructor(review, moved) {
    this.review = review;
    this.moved = moved;
  }

  get positions() {
    return this.review[this.line];
  }

  /** @returns {Position} */
  get position() {
    const position = this.positions[this.number];
    if (!position) throw new RangeError(`the line has no position ${this.number}`);
    return position;
  }

  get last() {
    return this.positions.length - 1;
  }

  /** The moves up to here, as they are written. */
  get signs() {
    return this.positions.slice(1, this.number + 1).map(({ move }) => move?.sign ?? "").join(" ");
  }

  /** @param {number} number */
  goTo(number) {
    const inside = Math.max(0, Math.min(this.last, number));
    if (inside === this.number) return;
    this.number = inside;
    this.moved();
  }

  /** @param {Step} step */
  take(step) {
    if (step === "lost") this.choose("played");
    this.goTo(this.#numberOf(step));
  }

  /** @param {Step} step whether it leads anywhere from here */
  leads(step) {
    return (step === "lost" && this.line !== "played") || this.#numberOf(step) !== this.number;
  }

  /** @param {Step} step */
  #numberOf(step) {
    const numbers = {
      first: 0,
      back: Math.max(0, this.number - 1),
      forward: Math.min(this.last, this.number + 1),
      last: this.last,
      lost: this.review.lost_at ?? this.number,
    };
    return numbers[step];
  }

  /**
   * Goes over to a line, as far along as both are the same.
   * @param {Line} line
   */
  choose(line) {
    if (line === this.line) return;
    this.number = Math.min(this.number, sharedMoves(this.review.played, this.review.best));
    this.line = line;
    this.moved();
  }
}

/**
 * How many moves two lines begin with in common.
 * @param {Position[]} one
 * @param {Position[]} other
 */
export function sharedMoves(one, other) {
  const parting = one.findIndex(({ move }, number) => move?.sign !== other[number]?.move?.sign);
  return parting < 0 ? one.length - 1 : parting - 1;
}

/**
 * The view of a position with all cards of the tableau turned up.
 * @param {Game} view
 * @param {string[]} cards of the tableau, by slot
 * @param {(card: string) => string} label what a screen reader hears of a card turned up so
 * @returns {Game}
 */
export function turnedUp(view, cards, label) {
  const slots = view.slots.map((slot) => {
    const card = cards[slot.slot];
    return slot.state === "down" && card ? { ...slot, card, label: label(card) } : slot;
  });
  return { ...view, slots };
}
