/** The settings dialog: each choice is kept by the server and takes effect at once. */

import { saveSettings } from "../api.js";
import { byId } from "./dom.js";

/** @typedef {{language: string, theme: string, deck: string, shortcuts: boolean, chance: boolean, light: boolean}} Settings */

/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

/**
 * @param {Settings} settings kept up to date
 * @param {Translate} t
 * @param {() => void} changed
 */
export function wireSettings(settings, t, changed) {
  const form = byId("settings-form", HTMLFormElement);
  const verdict = byId("settings-verdict", HTMLElement);
  form.addEventListener("change", async () => {
    const data = new FormData(form);
    const wanted = {
      language: String(data.get("language")),
      theme: String(data.get("theme")),
      deck: String(data.get("deck")),
      shortcuts: data.has("shortcuts"),
      chance: data.has("chance"),
      light: data.has("light"),
    };
    const translated = wanted.language !== settings.language;
    Object.assign(settings, wanted);
    Object.assign(document.documentElement.dataset, { theme: wanted.theme, deck: wanted.deck });
    try {
      await saveSettings(wanted);
      verdict.textContent = "";
      changed();
      if (translated) location.reload();
    } catch {
      verdict.textContent = t("page.not-saved");
    }
  });
}
