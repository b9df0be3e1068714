/** The keys by which one goes through a review, wherever the focus is. */

/** @typedef {import("./walk.js").Step} Step */

/** @type {Record<string, Step>} */
const STEPS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
/** Fields and dialogs need these keys for themselves, and whatever can be pressed the space bar. */
const BUSY = "input:not(#position), select, textarea, dialog";
const PRESSED = "button, a, summary";

/**
 * @param {(step: Step) => void} wanted
 * @param {() => void} play
 * @param {() => boolean} shortcuts whether single keys are to be heard
 */
export function wireKeys(wanted, play, shortcuts) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (!(target instanceof Element) || target.closest(BUSY)) return;
    if (document.querySelector("dialog[open]")) return;
    const step = STEPS[event.key];
    if (step) wanted(step);
    else if (event.key === " " && shortcuts() && !target.closest(PRESSED) && !event.repeat) play();
    else return;
    event.preventDefault();
  });
}
