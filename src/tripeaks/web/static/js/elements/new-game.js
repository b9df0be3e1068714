/** The form for a new game: the two rules, a game code, then every other option. */

import { Refused, checkCode, startGame } from "../api.js";
import { byId, make, setAttribute } from "./dom.js";

/** @typedef {import("../model.js").RuleOptions} RuleOptions */
/** @typedef {{name: string, label: string, about: string, rules: RuleOptions}} Preset */
/** @typedef {import("../api.js").Problem} Problem */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

const CHECK_AFTER_MS = 250;
const CUSTOM = "";

export class NewGame {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  /** Two presses of the button are one wish. */
  #starting = false;

  /**
   * @param {Preset[]} presets
   * @param {RuleOptions|undefined} rules to begin with, those of the game being played
   * @param {Translate} t
   */
  constructor(presets, rules, t) {
    this.presets = presets;
    this.t = t;
    this.form = byId("new-game-form", HTMLFormElement);
    this.code = byId("code-field", HTMLInputElement);
    this.verdict = byId("code-verdict", HTMLElement);
    this.preset = byId("preset", HTMLSelectElement);
    this.about = byId("preset-about", HTMLElement);
    this.code.addEventListener("input", () => this.#typed());
    this.preset.addEventListener("change", () => this.#chosen());
    this.form.addEventListener("change", () => this.#namePreset());
    this.form.addEventListener("submit", (event) => this.#submitted(event));
    // A page that the browser kept is shown again as it was left.
    addEventListener("pageshow", () => (this.#starting = false));
    this.rules = rules ?? this.rules;
  }

  /** The options as the form shows them. @returns {RuleOptions} */
  get rules() {
    return Object.fromEntries(
      Array.from(new FormData(this.form), ([field, value]) => [field, JSON.parse(String(value))]),
    );
  }

  /** @param {RuleOptions} rules */
  set rules(rules) {
    for (const field of this.form.elements) {
      if (field instanceof HTMLSelectElement && field.name in rules)
        field.value = JSON.stringify(rules[field.name]);
      if (field instanceof HTMLInputElement && field.type === "radio" && field.name in rules)
        field.checked = field.value === JSON.stringify(rules[field.name]);
    }
    this.#namePreset();
  }

  #chosen() {
    const preset = this.presets.find(({ name }) => name === this.preset.value);
    if (preset) this.rules = preset.rules;
  }

  /** The preset is what the options amount to. */
  #namePreset() {
    const rules = this.rules;
    const preset = this.presets.find((candidate) =>
      Object.entries(rules).every(([field, value]) => candidate.rules[field] === value),
    );
    this.preset.value = preset?.name ?? CUSTOM;
    this.about.textContent = preset?.about ?? "";
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#judge(null, "");
    if (this.code.value.trim()) this.#timer = setTimeout(() => this.#check(), CHECK_AFTER_MS);
  }

  async #check() {
    const text = this.code.value;
    try {
      const { code, rules } = await checkCode({ text, rules: this.rules });
      if (text !== this.code.value) return;
      this.rules = rules;
      this.#judge(true, this.t("page.code-good", { code }));
    } catch (error) {
      if (error instanceof Refused && text === this.code.value) this.#complain(error.problem);
    }
  }

  /** @param {Problem} problem */
  #complain({ detail, position }) {
    const text = this.code.value;
    const at = position ?? text.length;
    const marked = make("span", { class: "typed", "aria-hidden": "true" },
      text.slice(0, at), make("mark", {}, text.slice(at, at + 1)), text.slice(at + 1));
    this.#judge(false, detail, ...(at < text.length ? [marked] : []));
  }

  /**
   * @param {boolean|null} good null while nothing is known
   * @param {...(string|Node)} sentences
   */
  #judge(good, ...sentences) {
    setAttribute(this.code, "aria-invalid", good === false ? "true" : null);
    setAttribute(this.verdict, "data-good", good === null ? null : String(good));
    this.verdict.replaceChildren(...sentences);
  }

  /** @param {SubmitEvent} event */
  async #submitted(event) {
    event.preventDefault();
    clearTimeout(this.#timer);
    if (this.#starting) return;
    this.#starting = true;
    const code = this.code.value.trim();
    try {
      const game = await startGame({ ...(code && { code: this.code.value }), rules: this.rules });
      location.assign(`/games/${game.id}`);
    } catch (error) {
      this.#starting = false;
      if (error instanceof Refused) this.#complain(error.problem);
      else this.#judge(false, this.t("page.unreachable"));
      this.code.focus();
    }
  }
}
