/** The form for a new game: the two rules, a game code, then every other option. */

import { Refused, checkCode, startGame } from "../api.js";
import { byId, make, setAttribute } from "./dom.js";

/** @typedef {import("../model.js").Game} Game */
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
  /** @type {Promise<import("./winnable.js").WinnableQuestion>|undefined} */
  #question;

  /**
   * @param {Preset[]} presets
   * @param {Game|null} game being played, to begin with its choices
   * @param {Translate} t
   */
  constructor(presets, game, t) {
    this.presets = presets;
    this.t = t;
    this.form = byId("new-game-form", HTMLFormElement);
    this.code = byId("code-field", HTMLInputElement);
    this.verdict = byId("code-verdict", HTMLElement);
    this.preset = byId("preset", HTMLSelectElement);
    this.about = byId("preset-about", HTMLElement);
    this.deals = new DealChoice(game);
    this.code.addEventListener("input", () => this.#typed());
    this.preset.addEventListener("change", () => this.#chosen());
    this.form.addEventListener("change", ({ target }) => this.#changed(target));
    this.form.addEventListener("submit", (event) => this.#submitted(event));
    // A page that the browser kept is shown again as it was left.
    addEventListener("pageshow", () => (this.#starting = false));
    this.rules = game?.rules ?? this.rules;
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

  /** @param {EventTarget|null} target */
  #changed(target) {
    this.#namePreset();
    // Under other rules a code may be called otherwise, and be another game to win.
    if (target !== this.code) this.#typed();
  }

  #typed() {
    const typed = this.code.value.trim() !== "";
    clearTimeout(this.#timer);
    this.#judge(null, "");
    this.deals.fix(typed);
    if (typed) this.#timer = setTimeout(() => this.#check(), CHECK_AFTER_MS);
  }

  async #check() {
    const text = this.code.value;
    try {
      const { code, rules } = await checkCode({ text, rules: this.rules });
      if (text !== this.code.value) return;
      this.rules = rules;
      this.#judge(true, this.t("page.code-good", { code }));
      this.#offer(() => checkCode({ text, rules: this.rules, winnable: true }));
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
    this.#offer(null);
    setAttribute(this.code, "aria-invalid", good === false ? "true" : null);
    setAttribute(this.verdict, "data-good", good === null ? null : String(good));
    this.verdict.replaceChildren(...sentences);
  }

  /**
   * Few ask whether a deal can be won, so what asks it comes when there is a good code.
   * @param {import("./winnable.js").AskWinnable|null} ask null while there is no good code
   */
  #offer(ask) {
    if (ask)
      this.#question ??= import("./winnable.js").then(
        ({ WinnableQuestion }) => new WinnableQuestion(this.t),
      );
    this.#question?.then((question) => question.offer(ask), () => (this.#question = undefined));
  }

  /** @param {SubmitEvent} event */
  async #submitted(event) {
    event.preventDefault();
    clearTimeout(this.#timer);
    if (this.#starting) return;
    this.#starting = true;
    const code = this.code.value.trim();
    try {
      const wanted = code ? { code: this.code.value } : this.deals.wanted;
      const game = await startGame({ ...wanted, rules: this.rules });
      location.assign(`/games/${game.id}`);
    } catch (error) {
      this.#starting = false;
      if (error instanceof Refused) this.#complain(error.problem);
      else this.#judge(false, this.t("page.unreachable"));
      this.code.focus();
    }
  }
}

/** Any deal, only those that can be won, or those of one difficulty. */
export class DealChoice {
  /** @param {Game|null} game to begin with its choice */
  constructor(game) {
    this.winnable = byId("winnable-only", HTMLInputElement);
    this.difficulty = byId("difficulty", HTMLSelectElement);
    this.winnable.checked = game?.winnable_only ?? false;
    this.difficulty.value = game?.difficulty ?? "";
    this.difficulty.addEventListener("change", () => {
      if (this.difficulty.value) this.winnable.checked = true;
    });
    this.winnable.addEventListener("change", () => {
      if (!this.winnable.checked) this.difficulty.value = "";
    });
  }

  /**
   * A code names its deal, so that there is nothing to choose.
   * @param {boolean} fixed
   */
  fix(fixed) {
    this.winnable.disabled = fixed;
    this.difficulty.disabled = fixed;
    byId("winnable-hint", HTMLElement).hidden = fixed;
    byId("code-fixes", HTMLElement).hidden = !fixed;
  }

  /** What the server is asked for. */
  get wanted() {
    return { winnable_only: this.winnable.checked, difficulty: this.difficulty.value || null };
  }
}
