/** The figures above the board, the controls below it, and the game code with its copy button. */

import { showDay } from "./days.js";
import { byId, setAttribute } from "./dom.js";

/** @typedef {import("../model.js").Game} Game */
/** @typedef {import("../model.js").Action} Action */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

const COPIED_MS = 1600;

/** @param {Game} game */
export function showFigures(game) {
  const figures = {
    score: game.score?.points,
    moves: game.moves,
    left: game.cards_left,
    chain: game.chain,
  };
  for (const [name, value] of Object.entries(figures)) {
    const figure = byId(`figure-${name}`, HTMLElement);
    figure.hidden = value === undefined;
    const shown = figure.querySelector("dd");
    if (shown) shown.textContent = value === undefined ? "" : String(value);
  }
}

/**
 * What cannot be done now stays in place and can be focused, so that the focus is never lost.
 * @param {Game} game
 */
export function showControls(game) {
  for (const [action, possible] of Object.entries(game.can))
    for (const button of document.querySelectorAll(`[data-action="${action}"]`))
      setAttribute(button, "aria-disabled", String(!possible));
}

/** @param {(action: string) => void} wanted */
export function wireControls(wanted) {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-action]") : null;
    if (!(button instanceof HTMLElement) || button.getAttribute("aria-disabled") === "true") return;
    wanted(button.dataset.action ?? "");
  });
}

/**
 * A game is called by its code; the game of a day, whose code is withheld at first, by its date.
 * @param {Game} game
 */
export function showName({ code, daily }) {
  byId("code", HTMLElement).hidden = code === null;
  byId("code-text", HTMLElement).textContent = code ?? "";
  const day = byId("day", HTMLElement);
  day.hidden = code !== null || daily === null;
  const time = day.querySelector("time");
  if (time && daily !== null) showDay(time, daily);
}

/**
 * How the deal was chosen and whether the player had help, quietly below the name.
 * @param {Game} game
 * @param {Translate} t
 */
export function showMarks({ winnable_only: winnable, difficulty, assisted }, t) {
  const marks = byId("marks", HTMLElement);
  const shown = { winnable, difficulty: difficulty !== null, assisted };
  for (const [name, shows] of Object.entries(shown)) {
    const mark = marks.querySelector(`[data-mark=${name}]`);
    if (mark instanceof HTMLElement) mark.hidden = !shows;
    if (mark && name === "difficulty" && difficulty) mark.textContent = t(`page.difficulty.${difficulty}`);
  }
  marks.hidden = !Object.values(shown).includes(true);
}

/** @param {() => void} copied */
export function wireCopying(copied) {
  const button = byId("code", HTMLElement);
  button.addEventListener("click", async () => {
    if (!(await copy(byId("code-text", HTMLElement)))) return;
    button.classList.add("copied");
    setTimeout(() => button.classList.remove("copied"), COPIED_MS);
    copied();
  });
}

/**
 * The clipboard is there on secure pages only; elsewhere the text is left selected to copy by hand.
 * @param {HTMLElement} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(text);
    return false;
  }
}
