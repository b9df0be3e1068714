/** Chances of winning as people read them: per cent, and how far off they may be. */

/** @typedef {ReturnType<typeof import("./model.js").translator>} Translate */

/**
 * Whole per cent; with a decimal only where none or all would not be true.
 * @param {number} share from 0 to 1
 * @param {string} language
 */
export function percent(share, language) {
  const sure = share === 0 || share === 1;
  const rounds = share < 0.005 || share >= 0.995;
  const maximumFractionDigits = rounds && !sure ? 1 : 0;
  return share.toLocaleString(language, { style: "percent", maximumFractionDigits });
}

/**
 * A chance with its error, which is rounded up, never away.
 * @param {number} chance
 * @param {number|null} error
 * @param {string} language
 * @param {Translate} t
 */
export function figure(chance, error, language, t) {
  const told = percent(chance, language);
  if (!error) return told;
  return t("page.chance-figure", { chance: told, error: percent(Math.ceil(error * 100) / 100, language) });
}

/**
 * Where a bar begins to fade and where it has faded, as far from the chance as it may be off.
 * @param {number} chance
 * @param {number|null} error
 * @returns {{from: number, to: number}}
 */
export function edge(chance, error) {
  const off = error ?? 0;
  return { from: Math.max(0, chance - off), to: Math.min(1, chance + off) };
}
