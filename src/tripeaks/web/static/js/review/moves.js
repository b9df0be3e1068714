/** The moves of a line as a table: the curve for who would rather read, or hear, it. */

import { percent } from "../chances.js";
import { byId, make, setAttribute } from "../elements/dom.js";

/** @typedef {import("./walk.js").Position} Position */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

const NONE = "\u2013";

/**
 * @param {Position[]} positions
 * @param {Translate} t
 */
export function listMoves(positions, t) {
  byId("moves", HTMLElement).replaceChildren(...positions.map((position) => rowOf(position, t)));
}

/**
 * @param {Position} position
 * @param {Translate} t
 */
function rowOf(position, t) {
  const { number, move, chance, loses } = position;
  const told = chance === null ? NONE : percent(chance, document.documentElement.lang);
  const cells = [move?.name ?? t("review.page.deal"), verdictOf(position, t), told];
  const row = make(
    "tr",
    {},
    make("th", { scope: "row" }, String(number)),
    ...cells.map((text) => make("td", {}, text)),
  );
  row.classList.toggle("loses", loses);
  return row;
}

/**
 * @param {Position} position
 * @param {Translate} t
 */
function verdictOf({ winnable, loses }, t) {
  if (loses) return t("review.page.lost-here");
  return winnable ? t("review.page.yes") : t("review.page.no");
}

/** @param {number} number of the position shown */
export function markMove(number) {
  for (const [index, row] of [...byId("moves", HTMLElement).children].entries())
    setAttribute(row, "aria-current", index === number ? "step" : null);
}
