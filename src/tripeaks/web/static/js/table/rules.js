/** The rules that the other program plays by, chosen in a dialog. */

import { byId } from "../elements/dom.js";

/** @typedef {import("../model.js").RuleOptions} RuleOptions */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

export class TableRules {
  /**
   * @param {(rules: RuleOptions) => void} changed
   * @param {Translate} t
   */
  constructor(changed, t) {
    this.t = t;
    this.form = byId("rules-form", HTMLFormElement);
    this.button = byId("rules-name", HTMLElement);
    this.form.addEventListener("change", () => changed(this.rules));
  }

  /** @returns {RuleOptions} */
  get rules() {
    return Object.fromEntries(
      Array.from(new FormData(this.form), ([field, value]) => [field, JSON.parse(String(value))]),
    );
  }

  /** @param {RuleOptions} rules */
  show(rules) {
    for (const field of this.form.elements) {
      if (field instanceof HTMLSelectElement) field.value = JSON.stringify(rules[field.name]);
      if (field instanceof HTMLInputElement) field.checked = field.value === JSON.stringify(rules[field.name]);
    }
    this.button.textContent = rules.wrap ? this.t("page.rule-easy") : this.t("page.rule-classic");
  }
}
