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
const LARGEST_CARD = { least: 96, most: 196, ofWindow: 1 / 12 };
const SMALLEST_CARD = 20;
const LARGE_ASPECT = 7 / 5;
/** Small cards grow taller than they are drawn where there is room. */
const SMALL_ASPECT = { least: 8 / 5, most: 9 / 5 };
/** How far a row lies below the one before, in card heights. */
const LEAST_STEP = 0.5;
const MOST_STEP = 0.7;
const MOST_STEP_SMALL = 0.86;
/** The piles, tapped most, are larger than small cards of the tableau. */
const PILE_WIDTH = { wide: 50, tall: 92 };
const MOST_PILE_SCALE = 2.2;
/** From the left edge of the stock to that of the waste, in cards and in pixels. */
const WASTE_AFTER = { cards: 1.25, gap: 4 };
export const FAN_CARDS = 5;
const FAN_STEP = { narrow: 0.34, wide: 0.42 };
const WIDE_FROM = 900;
/** How the room to spare is shared out: above the tableau, between it and the piles, the rest below. */
const SPARE_ABOVE = 0.38;
const SPARE_BETWEEN = 0.3;
/** What stays free above the summits, in card heights. */
const SKY = 0.22;
const SKY_SMALL = 0.04;
/** What a sentence or an ending needs, beside the waste or below the piles. */
const MESSAGE_WIDTH = 260;
const MESSAGE_HEIGHT = 84;
const STOCK_OFFSET = 2;
const STOCK_SHOWN = 3;

/** @typedef {Size & {area: Size, gap: number, bottom: number, steps: number}} Room without the margins */

/**
 * Chooses the largest cards with which everything fits, then spreads the rows.
 * @param {Size} area
 * @param {Layout} layout
 * @returns {Table}
 */
export function tableOf(area, layout) {
  const room = roomIn(area, layout);
  const card = stretched(largestCard(room), room);
  const { gap, steps } = room;

  const mostStep = isLarge("tableau", card.width) ? MOST_STEP : MOST_STEP_SMALL;
  const spareStep = (room.height - card.needed) / steps + LEAST_STEP * card.height;
  const step = Math.min(mostStep * card.height, spareStep);
  const tableau = { width: tableauWidth(card.width, room), height: card.height + steps * step };
  const spare = room.height - card.needed - steps * (step - LEAST_STEP * card.height);
  const x = (area.width - tableau.width) / 2;
  const y = (area.height - room.height) / 2 + card.sky + spare * SPARE_ABOVE;
  const rowOf = layout.rows.flatMap((row, index) => row.map(() => index));
  const slots = layout.columns.map((column, slot) => ({
    x: x + (column * (card.width + gap)) / 2,
    y: y + (rowOf[slot] ?? 0) * step,
    width: card.width,
    height: card.height,
  }));
  const piles = pilesBelow({ x, y, ...tableau }, card, spare, area);
  return { tableau: { x, y, ...tableau }, slots, ...piles, message: messageBox(area, piles) };
}

/** @param {Size} area @param {Layout} layout @returns {Room} */
function roomIn(area, layout) {
  const narrow = area.width < 480;
  const margin = narrow ? 4 : 16;
  return {
    area,
    width: area.width - 2 * margin,
    height: area.height - 2 * Math.min(margin, 10),
    gap: narrow ? 1 : 6,
    bottom: layout.rows.at(-1)?.length ?? 0,
    steps: layout.rows.length - 1,
  };
}

/** @param {number} width of a card @param {Room} room */
const tableauWidth = (width, { bottom, gap }) => bottom * width + (bottom - 1) * gap;

/** @param {Room} room */
function largestCard(room) {
  const { least, most, ofWindow } = LARGEST_CARD;
  const fitting = (room.width - (room.bottom - 1) * room.gap) / room.bottom;
  const largest = Math.min(most, Math.max(least, room.area.width * ofWindow));
  let card = cardOf(Math.min(fitting, largest), room);
  while (card.needed > room.height && card.width > SMALLEST_CARD) card = cardOf(card.width - 1, room);
  return card;
}

/**
 * Small cards are made as tall as the rows, spread as far as they go, leave room for.
 * @param {ReturnType<typeof cardOf>} card
 * @param {Room} room
 */
function stretched(card, room) {
  if (isLarge("tableau", card.width)) return card;
  const rest = room.height - card.between - card.pile.height - card.below;
  const height = rest / (1 + SKY_SMALL + room.steps * MOST_STEP_SMALL);
  const { least, most } = SMALL_ASPECT;
  return cardOf(card.width, room, Math.min(most, Math.max(least, height / card.width)));
}

/** @param {number} width @param {Room} room @param {number} [aspect] of a small card */
function cardOf(width, room, aspect = SMALL_ASPECT.least) {
  const large = isLarge("tableau", width);
  const height = width * (large ? LARGE_ASPECT : aspect);
  const pileWidth = room.height > room.width ? PILE_WIDTH.tall : PILE_WIDTH.wide;
  const pile = pileOf(Math.max(width, Math.min(pileWidth, width * MOST_PILE_SCALE)));
  const between = Math.max(10, height * 0.14);
  const sky = height * (large ? SKY : SKY_SMALL);
  const left = (room.area.width - tableauWidth(width, room)) / 2;
  const below = wasteBeside(left, pile.width, room.area).room < MESSAGE_WIDTH ? MESSAGE_HEIGHT : 0;
  const needed = sky + height * (1 + room.steps * LEAST_STEP) + between + pile.height + below;
  return { width, height, pile, between, sky, below, needed };
}

/**
 * Where the waste lies beside the stock, and the room that its fan leaves to the right.
 * @param {number} x of the stock
 * @param {number} width of a card
 * @param {Size} area
 */
function wasteBeside(x, width, area) {
  const left = x + width * WASTE_AFTER.cards + WASTE_AFTER.gap;
  const fan = width * (area.width < WIDE_FROM ? FAN_STEP.narrow : FAN_STEP.wide);
  const end = left + width + (FAN_CARDS - 1) * fan + 16;
  return { left, fan, end, room: area.width - end - 8 };
}

/** @param {number} width */
const pileOf = (width) => ({ width, height: width * LARGE_ASPECT });

/** @param {Placement["zone"]} zone @param {number} width */
export const isLarge = (zone, width) => width >= LARGE_FACE_FROM[zone];

/**
 * @param {Box} tableau
 * @param {{pile: Size, between: number}} card
 * @param {number} spare
 * @param {Size} area
 */
function pilesBelow(tableau, { pile, between }, spare, area) {
  const y = tableau.y + tableau.height + between + spare * SPARE_BETWEEN;
  const { left, fan } = wasteBeside(tableau.x, pile.width, area);
  return { stock: { x: tableau.x, y, ...pile }, waste: { x: left, y, ...pile }, fan };
}

/**
 * Beside the waste where it is wide enough, else below the piles.
 * @param {Size} area
 * @param {{stock: Box}} piles
 * @returns {Box}
 */
function messageBox(area, { stock }) {
  const { end, room } = wasteBeside(stock.x, stock.width, area);
  if (room >= MESSAGE_WIDTH) return { x: end, y: stock.y, width: room, height: stock.height };
  const y = stock.y + stock.height + 6;
  return { x: 8, y, width: area.width - 16, height: Math.max(0, area.height - y - 4) };
}

/**
 * @param {Pick<Placement, "zone"|"order">} placement
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
