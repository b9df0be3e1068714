/** Where everything lies on the board: plain arithmetic from the room there is. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {Point & Size} Box */
/** @typedef {import("../model.js").Layout} Layout */
/** @typedef {import("../model.js").Placement} Placement */

/**
 * @typedef {object} Table
 * @property {Box} tableau
 * @property {Box[]} slots
 * @property {Box} stock
 * @property {Box} waste the place of its first card; the fan goes on to the right
 * @property {number} fan the step from one card of the waste to the next
 * @property {Box} message room for a sentence near the board
 */

/** Narrower cards of the tableau show small faces and are taller; the piles fan out by their corners. */
const LARGE_FACE_FROM = { tableau: 58, stock: 44, waste: 44 };
/** Large windows keep some room at the sides. */
const LARGEST_CARD = { least: 96, most: 168, ofWindow: 1 / 12 };
const SMALLEST_CARD = 20;
const LARGE_ASPECT = 7 / 5;
const SMALL_ASPECT = 8 / 5;
/** How far a row lies below the one before, in card heights. */
const LEAST_STEP = 0.5;
const MOST_STEP = 0.7;
const MOST_STEP_SMALL = 0.8;
/** The piles, tapped most, are larger than small cards of the tableau. */
const PILE_WIDTH = { wide: 50, tall: 92 };
const MOST_PILE_SCALE = 1.8;
export const FAN_CARDS = 5;
const FAN_STEP = 0.34;
/** How the room to spare is shared out: above the tableau, between it and the piles, the rest below. */
const SPARE_ABOVE = 0.34;
const SPARE_BETWEEN = 0.18;
/** What stays free above the summits, in card heights. */
const SKY = 0.22;
const SKY_SMALL = 0.04;
const MESSAGE_WIDTH = 260;
const STOCK_OFFSET = 2;
const STOCK_SHOWN = 3;

/**
 * Chooses the largest cards with which everything fits, then spreads the rows.
 * @param {Size} area
 * @param {Layout} layout
 * @returns {Table}
 */
export function tableOf(area, layout) {
  const bottom = layout.rows.at(-1)?.length ?? 0;
  const steps = layout.rows.length - 1;
  const margin = area.width < 480 ? 4 : 16;
  const gap = area.width < 480 ? 1 : 6;
  const room = { width: area.width - 2 * margin, height: area.height - 2 * Math.min(margin, 10) };
  const fitting = (room.width - (bottom - 1) * gap) / bottom;
  const card = largestCard(Math.min(fitting, largestIn(area.width)), room, steps);

  const mostStep = isLarge("tableau", card.width) ? MOST_STEP : MOST_STEP_SMALL;
  const spareStep = (room.height - card.needed) / steps + LEAST_STEP * card.height;
  const step = Math.min(mostStep * card.height, spareStep);
  const tableau = {
    width: bottom * card.width + (bottom - 1) * gap,
    height: card.height + steps * step,
  };
  const spare = room.height - card.sky - tableau.height - card.between - card.pile.height;
  const x = (area.width - tableau.width) / 2;
  const y = (area.height - room.height) / 2 + card.sky + spare * SPARE_ABOVE;
  const rowOf = layout.rows.flatMap((row, index) => row.map(() => index));
  const slots = layout.columns.map((column, slot) => ({
    x: x + (column * (card.width + gap)) / 2,
    y: y + (rowOf[slot] ?? 0) * step,
    width: card.width,
    height: card.height,
  }));
  const piles = pilesBelow({ x, y, ...tableau }, card, spare);
  return { tableau: { x, y, ...tableau }, slots, ...piles, message: messageBox(area, piles) };
}

/** @param {number} width of the window */
function largestIn(width) {
  const { least, most, ofWindow } = LARGEST_CARD;
  return Math.min(most, Math.max(least, width * ofWindow));
}

/**
 * @param {number} widest
 * @param {Size} room for tableau and piles together
 * @param {number} steps
 */
function largestCard(widest, room, steps) {
  const pileWidth = room.height > room.width ? PILE_WIDTH.tall : PILE_WIDTH.wide;
  let card = cardOf(widest, pileWidth, steps);
  while (card.needed > room.height && card.width > SMALLEST_CARD)
    card = cardOf(card.width - 1, pileWidth, steps);
  return card;
}

/** @param {number} width @param {number} pileWidth @param {number} steps */
function cardOf(width, pileWidth, steps) {
  const large = isLarge("tableau", width);
  const height = width * (large ? LARGE_ASPECT : SMALL_ASPECT);
  const pile = pileOf(Math.max(width, Math.min(pileWidth, width * MOST_PILE_SCALE)));
  const between = Math.max(10, height * 0.14);
  const sky = height * (large ? SKY : SKY_SMALL);
  const needed = sky + height * (1 + steps * LEAST_STEP) + between + pile.height;
  return { width, height, pile, between, sky, needed };
}

/** @param {number} width */
const pileOf = (width) => ({ width, height: width * LARGE_ASPECT });

/** @param {Placement["zone"]} zone @param {number} width */
export const isLarge = (zone, width) => width >= LARGE_FACE_FROM[zone];

/**
 * @param {Box} tableau
 * @param {{pile: Size, between: number}} card
 * @param {number} spare
 */
function pilesBelow(tableau, { pile, between }, spare) {
  const y = tableau.y + tableau.height + between + spare * SPARE_BETWEEN;
  const stock = { x: tableau.x, y, ...pile };
  const waste = { x: tableau.x + pile.width * 1.25 + 4, y, ...pile };
  return { stock, waste, fan: pile.width * FAN_STEP };
}

/**
 * Beside the waste where it is wide enough, else below the piles.
 * @param {Size} area
 * @param {{stock: Box, waste: Box, fan: number}} piles
 * @returns {Box}
 */
function messageBox(area, { stock, waste, fan }) {
  const end = waste.x + waste.width + (FAN_CARDS - 1) * fan + 16;
  const beside = area.width - end - 8;
  if (beside >= MESSAGE_WIDTH) return { x: end, y: stock.y, width: beside, height: stock.height };
  const y = stock.y + stock.height + 6;
  return { x: 8, y, width: area.width - 16, height: Math.max(0, area.height - y - 4) };
}

/**
 * @param {Placement} placement
 * @param {Table} table
 * @param {number} fanned how many cards of the waste are shown
 * @returns {Box}
 */
export function boxOf({ zone, order }, table, fanned) {
  if (zone === "tableau") return table.slots[order] ?? table.stock;
  if (zone === "stock") {
    const raised = Math.max(0, STOCK_SHOWN - 1 - order) * STOCK_OFFSET;
    return { ...table.stock, x: table.stock.x + raised, y: table.stock.y - raised };
  }
  return { ...table.waste, x: table.waste.x + Math.max(0, fanned - 1 - order) * table.fan };
}

/**
 * Whether a card can be seen at all: the rest of a pile need not be painted.
 * @param {Placement} placement
 */
export function isVisible({ zone, order }) {
  if (zone === "tableau") return true;
  return order < (zone === "stock" ? STOCK_SHOWN : FAN_CARDS);
}

/**
 * The box nearest to a point, if one is within reach.
 * @template {Box} T
 * @param {Point} point
 * @param {T[]} boxes
 * @param {number} reach
 * @returns {T|undefined}
 */
export function nearestBox(point, boxes, reach) {
  let best;
  let least = reach;
  for (const box of boxes) {
    const distance = distanceTo(point, box);
    if (distance <= least) [best, least] = [box, distance];
  }
  return best;
}

/** @param {Point} point @param {Box} box */
function distanceTo(point, box) {
  const across = Math.max(box.x - point.x, 0, point.x - box.x - box.width);
  const along = Math.max(box.y - point.y, 0, point.y - box.y - box.height);
  return Math.hypot(across, along);
}
