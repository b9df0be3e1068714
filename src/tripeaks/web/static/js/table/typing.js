/** Reads cards as people type them, by the spellings that the server knows. */

/** @typedef {{ranks: Record<string, string>, suits: Record<string, string>}} Spellings */
/**
 * What has been typed so far: a whole card, the beginning of one, or neither.
 * @typedef {{card: string}|{partial: true}|{bad: true}} Typed
 */

export const JOKER = "*";

/**
 * A card is whole as soon as its suit is there; `1` may become an ace or a ten.
 * @param {string} text
 * @param {Spellings} spellings
 * @returns {Typed}
 */
export function readCard(text, { ranks, suits }) {
  const plain = text.replace(/[\s\uFE0F]/g, "").toUpperCase();
  if (plain === JOKER) return { card: JOKER };
  for (const [spelling, rank] of Object.entries(ranks)) {
    const suit = suits[plain.slice(spelling.length)];
    if (plain.startsWith(spelling) && suit) return { card: rank + suit };
  }
  const begins = Object.keys(ranks).some((spelling) => spelling.startsWith(plain));
  return begins ? { partial: true } : { bad: true };
}
