/** Keeps what has been entered in the browser, so that it survives a reload. */

import { isEntry } from "./entry.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {{entries: Entry[], playing: boolean}} Kept the entry as it stands last, those before it to go back to */

const NAME = "tripeaks-table";
const MOST_ENTRIES = 120;

/** @param {Kept} kept */
export function keep({ entries, playing }) {
  try {
    localStorage.setItem(NAME, JSON.stringify({ entries: entries.slice(-MOST_ENTRIES), playing }));
  } catch {
    // A browser that keeps nothing shows the page all the same.
  }
}

/** @returns {Kept|null} */
export function kept() {
  try {
    const { entries, playing } = JSON.parse(localStorage.getItem(NAME) ?? "null") ?? {};
    const whole = Array.isArray(entries) && entries.length > 0 && entries.every(isEntry);
    return whole ? { entries, playing: playing === true } : null;
  } catch {
    return null;
  }
}
