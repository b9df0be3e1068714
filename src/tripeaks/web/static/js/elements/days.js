/** Days as people write them, and the game of the day. */

import { fetchDaily, sentenceOf } from "../api.js";
import { byId } from "./dom.js";

/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

/** Noon belongs to the same day wherever the clock was changed. */
const NOON = "T12:00";

/**
 * The day it is where the player is, as the server writes it.
 * @param {Date} [now]
 */
export function today(now = new Date()) {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/**
 * @param {HTMLTimeElement} time
 * @param {string} day such as `2026-01-31`
 * @param {Intl.DateTimeFormatOptions} [format]
 */
export function showDay(time, day, format = { dateStyle: "long" }) {
  time.dateTime = day;
  time.textContent = new Date(day + NOON).toLocaleDateString(document.documentElement.lang, format);
}

/** Writes every day that the template names in the reader's way. */
export function showDays() {
  for (const time of document.querySelectorAll("time"))
    if (time.dateTime) showDay(time, time.dateTime);
}

/** @param {Translate} t */
export function wireDaily(t) {
  const button = byId("daily", HTMLElement);
  const verdict = byId("daily-verdict", HTMLElement);
  const time = button.querySelector("time");
  if (time) showDay(time, today(), { day: "numeric", month: "long" });
  button.addEventListener("click", async () => {
    try {
      const game = await fetchDaily(today());
      location.assign(`/games/${game.id}`);
    } catch (error) {
      verdict.textContent = sentenceOf(error, t);
    }
  });
}
