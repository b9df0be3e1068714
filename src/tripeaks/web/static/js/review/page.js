/** The page of a review: asks for it, sums it up, and lets one play on from any of its positions. */

import { request, sentenceOf } from "../api.js";
import { byId, make } from "../elements/dom.js";
import { Tour } from "./tour.js";

/** @typedef {import("./walk.js").Review} Review */
/** @typedef {import("./walk.js").Walk} Walk */
/** @typedef {import("../main.js").Boot} Boot */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

/**
 * @param {Boot} boot
 * @param {Translate} t
 */
export async function openReview(boot, t) {
  const game = byId("review", HTMLElement).dataset.game ?? "";
  const again = byId("again", HTMLButtonElement);
  const ask = async () => {
    wait(t("review.page.waiting"), true);
    try {
      show(await request("POST", `/games/${game}/review`), game, boot, t);
    } catch (error) {
      wait(sentenceOf(error, t), false);
      again.focus();
    }
  };
  again.addEventListener("click", ask);
  await ask();
}

/**
 * @param {string} sentence
 * @param {boolean} underWay
 */
function wait(sentence, underWay) {
  const waiting = byId("waiting", HTMLElement);
  waiting.hidden = false;
  waiting.classList.toggle("under-way", underWay);
  byId("waiting-words", HTMLElement).textContent = sentence;
  byId("again", HTMLElement).hidden = underWay;
}

/**
 * @param {Review} review
 * @param {string} game
 * @param {Boot} boot
 * @param {Translate} t
 */
function show(review, game, boot, t) {
  byId("waiting", HTMLElement).hidden = true;
  byId("reviewed", HTMLElement).hidden = false;
  summarise(review, t);
  const tour = new Tour(review, boot, t);
  wirePlayingOn(game, tour.walk, t);
}

/** @param {Review} review @param {Translate} t */
function summarise({ sentences: [verdict, ...others], lost_at: lostAt }, t) {
  byId("verdict", HTMLElement).textContent = verdict ?? "";
  byId("summary", HTMLElement).replaceChildren(...others.map((sentence) => make("p", {}, sentence)));
  const toLost = byId("to-lost", HTMLElement);
  toLost.hidden = lostAt === null;
  if (lostAt === null) return;
  toLost.title = t("review.page.to-lost", { number: lostAt });
  toLost.setAttribute("aria-label", toLost.title);
  const label = toLost.querySelector("span");
  if (label) label.textContent = t("review.page.lost", { number: lostAt });
}

/**
 * @param {string} game
 * @param {Walk} walk
 * @param {Translate} t
 */
function wirePlayingOn(game, walk, t) {
  const button = byId("play-on", HTMLButtonElement);
  const verdict = byId("play-on-verdict", HTMLElement);
  let starting = false;
  // A page that the browser kept is shown again as it was left.
  addEventListener("pageshow", () => (starting = false));
  button.addEventListener("click", async () => {
    if (starting || button.getAttribute("aria-disabled") === "true") return;
    starting = true;
    try {
      const begun = await request("POST", `/games/${game}/play-on`, { moves: walk.signs });
      location.assign(`/games/${begun.id}`);
    } catch (error) {
      starting = false;
      verdict.textContent = sentenceOf(error, t);
    }
  });
}
