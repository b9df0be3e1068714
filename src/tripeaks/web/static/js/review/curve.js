/** The shape of a review's curve: plain arithmetic from the positions and the room there is. */

/** @typedef {import("../board/geometry.js").Point} Point */
/** @typedef {import("../board/geometry.js").Size} Size */
/** @typedef {import("../board/geometry.js").Box} Box */
/** @typedef {{winnable: boolean, chance: number|null, error: number|null}} Standing */

/**
 * @typedef {object} Curve
 * @property {Box} plot where the curve lies
 * @property {Point[]} points one for each position
 * @property {boolean} told whether the chances are known, so that there is a curve at all
 * @property {string} open the path of the chance while the game could be won
 * @property {string} closed the path of the chance from then on
 * @property {string} doubt the outline of how far off the chances may be
 * @property {Box|null} lost where the game could not be won any more
 */

/** What stays free around the plot; at the left stand the figures. */
const MARGIN = { left: 44, right: 18, top: 10, bottom: 8 };
/** Where chances are not told the positions lie on one level. */
const LEVEL = 0.5;

/**
 * @param {Standing[]} positions
 * @param {Size} room
 * @returns {Curve}
 */
export function curveOf(positions, room) {
  const plot = {
    x: MARGIN.left,
    y: MARGIN.top,
    width: Math.max(0, room.width - MARGIN.left - MARGIN.right),
    height: Math.max(0, room.height - MARGIN.top - MARGIN.bottom),
  };
  const step = plot.width / Math.max(1, positions.length - 1);
  /** @param {number} number @param {number} chance @returns {Point} */
  const at = (number, chance) => ({
    x: plot.x + number * step,
    y: plot.y + (1 - Math.max(0, Math.min(1, chance))) * plot.height,
  });
  const points = positions.map(({ chance }, number) => at(number, chance ?? LEVEL));
  const told = positions.every(({ chance }) => chance !== null);
  const losing = positions.findIndex(({ winnable }) => !winnable);
  const parting = losing < 0 ? points.length : losing;
  const reaches = (/** @type {1|-1} */ side) =>
    positions.map(({ chance, error }, number) => at(number, (chance ?? 0) + side * (error ?? 0)));
  return {
    plot,
    points,
    told,
    open: told ? pathOf(points.slice(0, parting)) : "",
    closed: told ? pathOf(points.slice(Math.max(0, parting - 1))) : "",
    doubt: told ? `${pathOf([...reaches(1), ...reaches(-1).reverse()])}Z` : "",
    lost: losing < 0 ? null : lostFrom(losing, step, plot),
  };
}

/**
 * A move lies between two positions, and so does the edge of what was lost with it.
 * @param {number} number of the first position that could not be won
 * @param {number} step
 * @param {Box} plot
 * @returns {Box}
 */
function lostFrom(number, step, plot) {
  const x = Math.max(plot.x, plot.x + (number - 0.5) * step);
  return { ...plot, x, width: plot.x + plot.width - x };
}

/** @param {Point[]} points */
function pathOf(points) {
  if (points.length < 2) return "";
  return `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}`;
}

/** @param {number} length */
const round = (length) => Math.round(length * 10) / 10;
