/**
 * What has been entered of a table, as pure functions: nothing here knows a rule of the game but
 * the shape of the tableau, which the server sends.
 */

/** @typedef {import("../model.js").RuleOptions} RuleOptions */
/** @typedef {number|"stock"|"waste"} Place a slot of the tableau, or a pile */
/** @typedef {{rows: number[][], columns: number[], covered_by: Record<string, number[]>}} Shape */

/**
 * @typedef {object} Entry
 * @property {(string|null)[]} slots per slot the card, `GONE`, or null where it is not known
 * @property {string|null} top the card on top of the waste before the moves
 * @property {number} before how many stock cards were drawn before the moves
 * @property {string[]} drawn the cards that the moves drew
 * @property {string[]} moves cards taken and draws, as records write them
 * @property {RuleOptions} rules
 */

export const GONE = "--";
const UNKNOWN = "??";
const NO_WASTE = "-";
export const DRAW = "|";
const PACK = 52;

/** @param {RuleOptions} rules @returns {Entry} */
export const emptyEntry = (rules) => ({
  slots: Array.from({ length: 28 }, () => null),
  top: null,
  before: 0,
  drawn: [],
  moves: [],
  rules,
});

/** How many cards the stock holds at the beginning. @param {Entry} entry */
export const wholeStock = ({ slots, rules }) =>
  PACK - slots.length - (rules.empty_waste ? 0 : 1) + Number(rules.jokers);

/** @param {Entry} entry */
export const stockLeft = (entry) =>
  wholeStock(entry) - entry.before - entry.moves.filter((move) => move === DRAW).length;

/** @param {Entry} entry @param {number} slot */
export const isGone = ({ slots, moves }, slot) =>
  slots[slot] === GONE || moves.includes(slots[slot] ?? "");

/** @param {Entry} entry @param {Shape} shape @param {number} slot */
export const isOpen = (entry, shape, slot) =>
  !isGone(entry, slot) && (shape.covered_by[slot] ?? []).every((cover) => isGone(entry, cover));

/** Whether the last move was a draw whose card has not been named. @param {Entry} entry */
export const isDrawing = ({ moves, drawn }) =>
  moves.filter((move) => move === DRAW).length > drawn.length;

/** The card on top of the waste now. @param {Entry} entry */
export function topCard({ top, drawn, moves }) {
  const last = moves.at(-1);
  if (last === undefined) return top;
  if (last !== DRAW) return last;
  return drawn[moves.filter((move) => move === DRAW).length - 1] ?? null;
}

/** Whether anything has been entered. @param {Entry} entry */
export const isEmpty = ({ slots, top, before }) =>
  top === null && before === 0 && slots.every((card) => card === null);

/**
 * The places that have to be named, in the order in which one reads them from the last row up.
 * @param {Entry} entry
 * @param {Shape} shape
 * @returns {Place[]}
 */
export function missing(entry, shape) {
  const open = entry.rules.visibility === "open";
  const slots = [...shape.rows].reverse().flat().filter((slot) =>
    entry.slots[slot] === null && (open || isOpen(entry, shape, slot)));
  const untouched = entry.before === 0 && !entry.slots.includes(GONE);
  const begins = entry.moves.length === 0 && Boolean(entry.rules.empty_waste) && untouched;
  return topCard(entry) === null && !begins ? [...slots, "waste"] : slots;
}

/**
 * The place to name after another one: the next that is missing, from the first again after the
 * last; null where none is missing.
 * @param {Entry} entry
 * @param {Shape} shape
 * @param {Place} after
 * @returns {Place|null}
 */
export function nextMissing(entry, shape, after) {
  /** @type {Place[]} */
  const order = [...[...shape.rows].reverse().flat(), "waste"];
  const wanted = missing(entry, shape);
  const from = order.indexOf(after) + 1;
  return [...order.slice(from), ...order.slice(0, from)].find((place) => wanted.includes(place)) ?? null;
}

/**
 * Where a card has been entered, or null.
 * @param {Entry} entry
 * @param {string} card
 * @returns {Place|null}
 */
export function placeOf(entry, card) {
  const slot = entry.slots.indexOf(card);
  if (slot >= 0) return slot;
  return entry.top === card || entry.drawn.includes(card) ? "waste" : null;
}

/** How often a card can still be entered: jokers are alike. @param {Entry} entry @param {string} card */
export function isUsedUp(entry, card) {
  if (card.length > 1) return placeOf(entry, card) !== null;
  const jokers = [entry.top, ...entry.drawn].filter((other) => other === card);
  return jokers.length >= Number(entry.rules.jokers);
}

/** @param {Entry["slots"]} slots @param {number} slot @param {string|null} card */
const put = (slots, slot, card) => slots.map((other, at) => (at === slot ? card : other));

/**
 * Names the card of a place; null where it is not known after all.
 * @param {Entry} entry
 * @param {Place} place
 * @param {string|null} card
 * @returns {Entry}
 */
export function named(entry, place, card) {
  if (typeof place === "number") return { ...entry, slots: put(entry.slots, place, card) };
  if (entry.moves.length === 0) return { ...entry, top: card };
  return isDrawing(entry) && card !== null ? { ...entry, drawn: [...entry.drawn, card] } : entry;
}

/**
 * Takes a place for empty, and with it all that lay upon it.
 * @param {Entry} entry
 * @param {Shape} shape
 * @param {number} slot
 * @returns {Entry}
 */
export function gone(entry, shape, slot) {
  const covers = shape.covered_by[slot] ?? [];
  const without = { ...entry, slots: put(entry.slots, slot, GONE) };
  return covers.reduce((before, cover) => gone(before, shape, cover), without);
}

/** @param {Entry} entry @param {number} left @returns {Entry} */
export function withStock(entry, left) {
  const whole = wholeStock(entry);
  return { ...entry, before: whole - Math.min(whole, Math.max(0, Math.round(left))) };
}

/** @param {Entry} entry @param {string} sign a card that is taken, or the draw @returns {Entry} */
export const played = (entry, sign) => ({ ...entry, moves: [...entry.moves, sign] });

/**
 * What the server is asked about.
 * @param {Entry} entry
 * @returns {{cards: string, moves: string, rules: RuleOptions}}
 */
export function question(entry) {
  const { slots, top, before, drawn, moves, rules } = entry;
  const untouched = before === 0 && !slots.includes(GONE);
  const noTop = rules.empty_waste && untouched ? NO_WASTE : UNKNOWN;
  const words = [
    ...slots.map((card) => card ?? UNKNOWN),
    top ?? noTop,
    ...Array.from({ length: before }, () => GONE),
    ...drawn,
  ];
  return { cards: words.join(" "), moves: moves.join(" "), rules };
}

/**
 * Which place the server means by the number of a card of the layout.
 * @param {number|null|undefined} number counted from 1
 * @returns {Place|null}
 */
export function placeAt(number) {
  if (!number) return null;
  return number <= 28 ? number - 1 : "waste";
}

/**
 * What was kept, if it is whole.
 * @param {unknown} kept
 * @returns {kept is Entry}
 */
export function isEntry(kept) {
  if (typeof kept !== "object" || kept === null) return false;
  const { slots, top, before, drawn, moves, rules } = /** @type {Partial<Entry>} */ (kept);
  /** @param {unknown} word */
  const isWord = (word) => word === null || typeof word === "string";
  return (
    [slots, drawn, moves].every((words) => Array.isArray(words) && words.every(isWord)) &&
    slots?.length === 28 && isWord(top) && Number.isInteger(before) &&
    typeof rules === "object" && rules !== null
  );
}
