/**
 * What the page knows of a game, as pure functions over what the server sends.
 * No rules live here: which card may be taken, and why not, comes with the view.
 */

/** @typedef {{code: string, sentence: string}} Refusal */

/**
 * @typedef {object} Slot
 * @property {number} slot
 * @property {"gone"|"down"|"up"} state
 * @property {string|null} card
 * @property {boolean} free
 * @property {boolean} playable
 * @property {string|null} name
 * @property {string|null} label what a screen reader hears
 * @property {Refusal|null} refusal
 */

/** @typedef {Record<string, string|number|boolean>} RuleOptions */
/** @typedef {RuleOptions & {mistake_help: boolean, preset: string|null, label: string}} Rules */
/** @typedef {{key: string, label: string, points: number}} ScorePart */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {number} seq
 * @property {"running"|"blocked"|"won"|"lost"} status
 * @property {string|null} code
 * @property {string|null} daily the date whose game this is
 * @property {Rules} rules
 * @property {Slot[]} slots
 * @property {number[]} free the uncovered slots from left to right
 * @property {{count: number, cards: {card: string, name: string}[], label: string}} waste
 * @property {{count: number, label: string, playable: boolean, refusal: Refusal|null}} stock
 * @property {{points: number, parts: ScorePart[]}|null} score
 * @property {number} moves
 * @property {number} cards_left
 * @property {number} chain
 * @property {number} draws
 * @property {string} words the whole board in words
 * @property {boolean} winnable_only
 * @property {string|null} difficulty
 * @property {boolean} assisted
 * @property {{undo: boolean, redo: boolean, restart: boolean, give_up: boolean, hint: boolean, review: boolean}} can
 */

/**
 * The shape of the tableau; a slot's column counts half cards from the left.
 * @typedef {{rows: number[][], columns: number[]}} Layout
 */
/** @typedef {"take"|"draw"|"undo"|"redo"|"restart"|"give_up"} Action */
/** @typedef {{kind: Action, sentence: string}} GameEvent */

/**
 * Where one card lies. `order` is the slot in the tableau, and in the piles the distance from the top.
 * @typedef {object} Placement
 * @property {string} id names a place of the deal, never a card: `slot-18`, `opening`, `drawn-3`
 * @property {"tableau"|"stock"|"waste"} zone
 * @property {number} order
 * @property {string|null} face the card it shows, null while it lies face down or is not known
 */

/** Places of the board that are no slots, as the arrow keys reach them. */
export const STOCK = "stock";
export const WASTE = "waste";

/** @param {number} slot */
export const slotId = (slot) => `slot-${slot}`;

/**
 * Says where each card lies, keeping each on the node that showed it before.
 * @param {Game} game
 * @param {ReadonlyMap<string, Placement>} before the placements last shown, empty at first
 * @returns {Map<string, Placement>}
 */
export function placements(game, before) {
  /** @type {Placement[]} */
  const tableau = game.slots
    .filter((slot) => slot.state !== "gone")
    .map((slot) => ({ id: slotId(slot.slot), zone: "tableau", order: slot.slot, face: slot.card }));
  const all = [...tableau, ...stockPlacements(game), ...wastePlacements(game, before)];
  return new Map(all.map((placement) => [placement.id, placement]));
}

/** @param {Game} game @returns {Placement[]} */
function stockPlacements(game) {
  return Array.from({ length: game.stock.count }, (_, order) => ({
    id: drawnId(game.draws + order),
    zone: "stock",
    order,
    face: null,
  }));
}

/** @param {number} index the first card drawn is 0 */
const drawnId = (index) => `drawn-${index + 1}`;

/**
 * The view names the top cards of the waste but not how each came there; the nodes remember it.
 * @param {Game} game
 * @param {ReadonlyMap<string, Placement>} before
 * @returns {Placement[]}
 */
function wastePlacements(game, before) {
  const ids = wasteIds(game);
  /** @param {string} id */
  const faceOf = (id) => before.get(id)?.face ?? null;
  /** @param {string} id */
  const arrives = (id) => before.has(id) && before.get(id)?.zone !== "waste";

  /** @param {string} card */
  const claim = (card) => {
    const fits = ids.filter((id) => faceOf(id) === card || faceOf(id) === null);
    const best =
      fits.find(arrives) ?? fits.find((id) => faceOf(id) === card) ?? fits[0] ?? ids[0];
    if (best !== undefined) ids.splice(ids.indexOf(best), 1);
    return best;
  };

  /** @type {Placement[]} */
  const placed = [];
  for (const { card } of [...game.waste.cards].reverse()) {
    const id = claim(card);
    if (id !== undefined) placed.push({ id, zone: "waste", order: placed.length, face: card });
  }
  for (const id of ids) placed.push({ id, zone: "waste", order: placed.length, face: faceOf(id) });
  return placed;
}

/** @param {Game} game */
function wasteIds(game) {
  const gone = game.slots.filter((slot) => slot.state === "gone").map((slot) => slotId(slot.slot));
  const drawn = Array.from({ length: game.draws }, (_, index) => drawnId(index));
  const opens = game.waste.count > gone.length + drawn.length;
  return opens ? ["opening", ...drawn, ...gone] : [...drawn, ...gone];
}

/**
 * Where an arrow key leads: sideways along the row, up and down to the nearest card of the next
 * row that still has any, which is a card it covers or is covered by while there is one; below
 * the last row lie stock and waste.
 * @param {Game} game
 * @param {Layout} layout
 * @param {number|"stock"|"waste"} from
 * @param {"left"|"right"|"up"|"down"} direction
 * @returns {number|"stock"|"waste"}
 */
export function neighbour(game, layout, from, direction) {
  const rows = layout.rows.map((row) => row.filter((slot) => game.slots[slot]?.state !== "gone"));
  if (typeof from === "string") return besidePiles(rows, layout, from, direction);
  const row = rows.findIndex((slots) => slots.includes(from));
  if (direction === "left" || direction === "right") {
    const slots = rows[row] ?? [];
    return slots[slots.indexOf(from) + (direction === "left" ? -1 : 1)] ?? from;
  }
  const onwards = direction === "up" ? rows.slice(0, row).reverse() : rows.slice(row + 1);
  const next = nearest(firstOf(onwards), layout, layout.columns[from] ?? 0);
  return next ?? (direction === "up" ? from : STOCK);
}

/**
 * @param {number[][]} rows
 * @param {Layout} layout
 * @param {"stock"|"waste"} from
 * @param {"left"|"right"|"up"|"down"} direction
 */
function besidePiles(rows, layout, from, direction) {
  if (direction === "left") return STOCK;
  if (direction === "right") return WASTE;
  if (direction === "down") return from;
  return nearest(firstOf(rows.reverse()), layout, from === STOCK ? 0 : 2) ?? from;
}

/** @param {number[][]} rows */
const firstOf = (rows) => rows.find((slots) => slots.length > 0) ?? [];

/**
 * The slot that lies nearest to a column, the left one of two.
 * @param {number[]} slots
 * @param {Layout} layout
 * @param {number} column
 * @returns {number|undefined}
 */
export function nearest(slots, { columns }, column) {
  /** @param {number} slot */
  const distance = (slot) => Math.abs((columns[slot] ?? 0) - column);
  return slots.reduce(
    (/** @type {number|undefined} */ best, slot) =>
      best === undefined || distance(slot) < distance(best) ? slot : best,
    undefined,
  );
}

/**
 * Why the server would refuse a move in the position shown, or null.
 * @param {Game} game
 * @param {Action} action
 * @param {number} [slot]
 * @returns {Refusal|null}
 */
export function refusalOf(game, action, slot) {
  if (action === "draw") return game.stock.refusal;
  if (action === "take" && slot !== undefined) return game.slots[slot]?.refusal ?? null;
  return null;
}

/** @param {Game} game */
export const isOver = (game) => game.status === "won" || game.status === "lost";

/**
 * Puts values in place of the names in braces.
 * @param {Record<string, string>} sentences
 * @returns {(key: string, values?: Record<string, string|number>) => string}
 */
export const translator = (sentences) => (key, values = {}) =>
  (sentences[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
