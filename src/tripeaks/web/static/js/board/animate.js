/** Motion derived from a card's place before and after; it shows what happened and blocks nothing. */

/** @typedef {import("./geometry.js").Box} Box */

const TRAVEL_MS = 200;
const TURN_MS = 160;
const SHAKE_MS = 240;
const EASING = "cubic-bezier(.2, .8, .3, 1)";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Box} box */
export const transformTo = (box) => `translate(${box.x}px, ${box.y}px)`;

/**
 * Moves a card to where it already lies, from where it was.
 * @param {HTMLElement} node
 * @param {Box} from
 * @param {Box} to
 */
export function travel(node, from, to) {
  if (calm.matches) return;
  const grown = `scale(${from.width / to.width}, ${from.height / to.height})`;
  // A card still on its way goes on from where it is seen.
  const seen = node.getAnimations().length > 0 ? getComputedStyle(node).transform : null;
  for (const animation of node.getAnimations()) animation.cancel();
  node.classList.add("travelling");
  const motion = node.animate(
    [{ transform: seen ?? `${transformTo(from)} ${grown}` }, { transform: transformTo(to) }],
    { duration: TRAVEL_MS, easing: EASING },
  );
  motion.onfinish = () => node.classList.remove("travelling");
}

/** @param {Element} face */
export function turn(face) {
  if (calm.matches) return;
  face.animate([{ transform: "scaleX(0)" }, { transform: "none" }], {
    duration: TURN_MS,
    easing: EASING,
  });
}

/** @param {Element} face */
export function shake(face) {
  if (calm.matches) return;
  const steps = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  face.animate(steps, { duration: SHAKE_MS });
}
