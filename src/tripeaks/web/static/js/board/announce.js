/** Speaks to screen readers through one polite live region. */

/**
 * @param {HTMLElement} region
 * @returns {(...sentences: string[]) => void}
 */
export function announcer(region) {
  return (...sentences) => {
    const text = sentences.join(" ");
    // The same text again would not be spoken; a no-break space makes it another one.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  };
}
