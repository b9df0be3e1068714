/** Taking in the games that were saved to a file, here or on another machine. */

import { sentenceOf, takeIn } from "../api.js";
import { byId, setAttribute } from "./dom.js";

/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

/** @param {Translate} t */
export function wireKeeping(t) {
  const field = byId("import-file", HTMLInputElement);
  const verdict = byId("import-verdict", HTMLElement);
  /** @param {boolean} good @param {string} sentence */
  const judge = (good, sentence) => {
    setAttribute(verdict, "data-good", String(good));
    verdict.textContent = sentence;
  };
  field.addEventListener("change", async () => {
    const file = field.files?.[0];
    if (!file) return;
    try {
      judge(true, t("page.taken-in", await takeIn(await contentOf(file))));
      // The page shows games and preferences as they were before.
      field.closest("dialog")?.addEventListener("close", () => location.reload(), { once: true });
    } catch (error) {
      judge(false, sentenceOf(error, t));
    }
    field.value = "";
  });
}

/**
 * What is no JSON is no saved games either, and the server says so.
 * @param {File} file
 */
async function contentOf(file) {
  try {
    return JSON.parse(await file.text());
  } catch {
    return null;
  }
}
