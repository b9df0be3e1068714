/** The question under a good code, loaded when there is one: whether its deal can be won. */

import { sentenceOf } from "../api.js";
import { byId, setAttribute } from "./dom.js";

/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */
/** @typedef {() => Promise<{code: string, winnable: boolean|null}>} AskWinnable */

export class WinnableQuestion {
  /** @type {AskWinnable|null} */
  #ask = null;

  /** @param {Translate} t */
  constructor(t) {
    this.t = t;
    this.button = byId("winnable-ask", HTMLButtonElement);
    this.verdict = byId("winnable-verdict", HTMLElement);
    this.button.addEventListener("click", () => this.#pressed());
  }

  /** @param {AskWinnable|null} ask null while there is no good code */
  offer(ask) {
    this.#ask = ask;
    this.button.hidden = ask === null;
    this.#judge(null, "");
  }

  async #pressed() {
    const ask = this.#ask;
    if (!ask || this.button.getAttribute("aria-busy") === "true") return;
    setAttribute(this.button, "aria-busy", "true");
    try {
      const { code, winnable } = await ask();
      const sentence = winnable
        ? this.t("page.code-winnable", { code })
        : this.t("page.code-unwinnable", { code });
      if (ask === this.#ask) this.#judge(winnable, sentence);
    } catch (error) {
      if (ask === this.#ask) this.#judge(false, sentenceOf(error, this.t));
    }
    setAttribute(this.button, "aria-busy", null);
  }

  /** @param {boolean|null} good @param {string} sentence */
  #judge(good, sentence) {
    setAttribute(this.verdict, "data-good", good === null ? null : String(good));
    this.verdict.textContent = sentence;
  }
}
