/** The helper for games of other programs: enter the table, ask for the best move, play on. */

import { Refused, request, sentenceOf } from "../api.js";
import { announcer } from "../board/announce.js";
import { Mark } from "../board/mark.js";
import { byId, setAttribute } from "../elements/dom.js";
import { STOCK } from "../model.js";
import { TableAdvice } from "./advice.js";
import { TableBoard } from "./board.js";
import * as entries from "./entry.js";
import { TableKeys } from "./keys.js";
import { keep, kept } from "./keeping.js";
import { Pad } from "./pad.js";
import { TableRules } from "./rules.js";
import { JOKER, readCard } from "./typing.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./entry.js").Place} Place */
/** @typedef {import("./entry.js").Shape} Shape */
/** @typedef {import("./typing.js").Spellings} Spellings */
/** @typedef {import("./advice.js").Answer} Answer */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

/** The server's complaints that the page has words of its own for, which name the place. */
/** @type {Record<string, string>} */
const COMPLAINTS = {
  "hint/must-be-known": "table.page.missing",
  "layout/gone-covered": "table.page.gone-covered",
};

/**
 * @param {{layout: object, settings: {shortcuts: boolean}, spellings?: Spellings}} boot
 * @param {Translate} t
 */
export function openTable({ layout, settings, spellings = { ranks: {}, suits: {} } }, t) {
  const editor = new Editor(/** @type {Shape} */ (layout), spellings, t);
  new TableKeys(editor, () => settings.shortcuts);
  new ResizeObserver(() => editor.resize()).observe(editor.board.root);
}

class Editor {
  /** @type {Entry[]} what has been entered, step by step; the last is how it stands */
  #entries;
  /** Whether one plays on from here, so that a card that is chosen is taken. */
  #playing = false;
  /** @type {Promise<void>|null} the hint that is on its way while one plays on */
  #asking = null;
  /** @type {Place} */
  #selected = 0;
  #typed = "";
  /** @type {{place: Place, sentence: string}|null} */
  #fault = null;
  /** @type {Answer|null} */
  #answer = null;

  /**
   * @param {Shape} shape
   * @param {Spellings} spellings
   * @param {Translate} t
   */
  constructor(shape, spellings, t) {
    this.shape = shape;
    this.spellings = spellings;
    this.t = t;
    this.say = announcer(byId("announcer", HTMLElement));
    this.board = new TableBoard(byId("table", HTMLElement), shape, t);
    this.mark = new Mark(this.board);
    this.advice = new TableAdvice(t);
    const chosen = {
      card: (/** @type {string} */ card) => this.enter(card),
      gone: () => this.gone(),
      unknown: () => this.forget(),
    };
    this.pad = new Pad(byId("pad", HTMLElement), this.board.sprite, chosen, t);
    this.rules = new TableRules((rules) => this.#change({ ...this.entry, rules }), t);
    this.asked = byId("asked", HTMLElement);
    this.field = byId("card-field", HTMLInputElement);
    this.left = byId("stock-left", HTMLInputElement);
    const before = kept();
    this.#entries = before?.entries ?? [entries.emptyEntry(this.rules.rules)];
    this.#playing = before?.playing ?? false;
    this.#selected = entries.nextMissing(this.entry, shape, "waste") ?? "waste";
    this.#show();
    if (this.#playing && this.#isComplete()) this.ask();
  }

  get entry() {
    return /** @type {Entry} */ (this.#entries.at(-1));
  }

  get selected() {
    return this.#selected;
  }

  get typed() {
    return this.#typed;
  }

  /** Whether a place that is chosen is played, rather than named. */
  get plays() {
    return this.#playing && this.#answer !== null && this.#isComplete();
  }

  resize() {
    this.board.resize();
    this.mark.lay();
  }

  /**
   * In the middle of playing on, a place that is chosen before the hint has come is played then.
   * @param {Place} place
   */
  async choose(place) {
    if (this.#playing && this.entry.moves.length > 0) await this.#asking;
    if (this.plays) this.#play(place);
    else this.select(place);
  }

  /** @param {Place} place */
  select(place) {
    this.#selected = place;
    this.#typed = "";
    this.#fault = null;
    this.#show();
  }

  /**
   * Takes in what has been typed so far.
   * @param {string} text
   */
  type(text) {
    const read = readCard(text, this.spellings);
    this.#typed = "partial" in read ? text : "";
    if ("card" in read) return this.enter(read.card);
    if ("bad" in read) this.#blame(this.#selected, this.t("table.page.no-card", { text }));
    else this.#show();
    return undefined;
  }

  /** @param {string} card */
  enter(card) {
    const place = this.#selected;
    const there = typeof place === "number" ? this.entry.slots[place] : this.entry.top;
    if (place === STOCK) return this.#blame(place, this.t("table.page.ask-left"));
    if (entries.isUsedUp(this.entry, card) && there !== card) return this.#refuseTwice(card);
    if (!this.#isFree(place)) return this.#blame(place, this.t("table.page.moves-made"));
    return this.#change(entries.named(this.entry, place, card), this.t(`card.${card}`));
  }

  gone() {
    const place = this.#selected;
    if (place === STOCK) return this.setStock(entries.stockLeft(this.entry) - 1);
    if (typeof place !== "number") return this.#blame(place, this.t("table.page.ask-top"));
    if (this.entry.moves.length > 0) return this.#blame(place, this.t("table.page.moves-made"));
    const name = this.t("table.page.at-gone", { place: this.board.nameOf(place) });
    return this.#change(entries.gone(this.entry, this.shape, place), name);
  }

  /** Empties the selected place: its card is not known after all. */
  forget() {
    const place = this.#selected;
    if (place === STOCK) return;
    if (!this.#isFree(place)) return this.#blame(place, this.t("table.page.moves-made"));
    const name = this.t("table.page.at-unknown", { place: this.board.nameOf(place) });
    this.#change(entries.named(this.entry, place, null), name);
  }

  /** @param {number} left */
  setStock(left) {
    if (this.entry.moves.length > 0) return this.#blame(STOCK, this.t("table.page.moves-made"));
    const entry = entries.withStock(this.entry, Number.isFinite(left) ? left : 0);
    const selected = this.#selected;
    this.#change(entry, this.t("table.page.at-stock", { count: entries.stockLeft(entry) }), selected);
  }

  undo() {
    if (this.#entries.length < 2) return this.say(this.t("table.page.nothing-to-undo"));
    this.#entries.pop();
    this.#settle(this.t("table.page.undone"));
  }

  clear() {
    this.#playing = false;
    this.#change(entries.emptyEntry(this.entry.rules), this.t("table.page.cleared"), 18);
  }

  /** Goes back to naming cards. */
  stopPlaying() {
    this.#playing = false;
    this.#settle("");
    this.board.nodeOf(this.#selected).focus({ preventScroll: true });
  }

  /** Makes the move that was said to be best. */
  playBest() {
    const move = this.#answer?.move;
    if (move && this.plays) this.#change(entries.played(this.entry, move.sign), move.name);
  }

  /** Asks for the best move, or for what is missing first. */
  async ask() {
    const place = entries.nextMissing(this.entry, this.shape, "waste");
    if (place !== null) {
      const sentence = this.t("table.page.missing", { place: this.board.nameOf(place) });
      return this.#blame(place, sentence);
    }
    const { entry } = this;
    this.#playing = true;
    this.#hold(true);
    try {
      const answer = await request("POST", "/table/hint", entries.question(entry));
      if (entry === this.entry) this.#answered(answer);
    } catch (error) {
      if (entry === this.entry) this.#refused(error);
    }
    this.#hold(false);
    return undefined;
  }

  /** @param {Answer} answer */
  #answered(answer) {
    this.#answer = answer;
    this.#fault = null;
    if (answer.move) this.#selected = answer.move.slot ?? STOCK;
    keep({ entries: this.#entries, playing: true });
    this.#show();
    this.say(answer.sentence);
  }

  /** @param {unknown} error */
  #refused(error) {
    this.#playing = false;
    const problem = error instanceof Refused ? error.problem : null;
    const place = entries.placeAt(problem?.number) ?? this.#selected;
    const key = COMPLAINTS[problem?.code ?? ""];
    this.#blame(place, key ? this.t(key, { place: this.board.nameOf(place) }) : sentenceOf(error, this.t));
  }

  /** @param {boolean} busy */
  #hold(busy) {
    setAttribute(byId("ask", HTMLElement), "aria-busy", busy ? "true" : null);
  }

  /** @param {Place} place */
  #play(place) {
    const there = place === STOCK ? this.#answer?.stock : this.#answer?.slots[Number(place)];
    const card = typeof place === "number" ? this.entry.slots[place] : null;
    if (place === "waste" || !there) return;
    if (there.refusal) return this.#blame(place, there.refusal.sentence);
    this.#change(entries.played(this.entry, card ?? entries.DRAW), "");
  }

  /** @param {string} card */
  #refuseTwice(card) {
    const place = entries.placeOf(this.entry, card);
    const name = this.t(`card.${card}`);
    const sentence =
      card === JOKER || place === null
        ? this.t("table.page.no-joker")
        : this.t("table.page.twice", { card: name, place: this.board.nameOf(place) });
    this.#typed = "";
    this.#blame(this.#selected, sentence);
  }

  /** Whether a place can still be named: what moves have made of it stands. @param {Place} place */
  #isFree(place) {
    const { entry } = this;
    if (entry.moves.length === 0) return true;
    if (typeof place !== "number") return entries.isDrawing(entry);
    return !entries.isGone(entry, place);
  }

  #isComplete() {
    return entries.missing(this.entry, this.shape).length === 0;
  }

  /**
   * @param {Entry} entry
   * @param {string} [sentence] what has changed, for screen readers
   * @param {Place} [from] the place to go on from
   */
  #change(entry, sentence = "", from = undefined) {
    this.#entries.push(entry);
    this.#settle(sentence, from);
  }

  /** @param {string} sentence @param {Place} [from] */
  #settle(sentence, from = undefined) {
    const complete = this.#isComplete();
    const next = entries.nextMissing(this.entry, this.shape, this.#selected);
    this.#selected = from ?? next ?? this.#selected;
    this.#typed = "";
    this.#fault = null;
    this.#answer = null;
    keep({ entries: this.#entries, playing: this.#playing });
    this.#show();
    if (this.#playing && complete) this.#asking = this.ask();
    else this.say(...[sentence, this.#question()].filter(Boolean));
  }

  /** @param {Place} place @param {string} sentence */
  #blame(place, sentence) {
    this.#selected = place;
    this.#fault = { place, sentence };
    this.#typed = "";
    this.#show();
    this.say(sentence);
    if (document.activeElement !== this.field) this.board.nodeOf(place).focus({ preventScroll: true });
  }

  /** What the page wants to know next. */
  #question() {
    const place = this.#selected;
    const complete = this.#isComplete();
    if (this.plays) return this.t("table.page.ask-move");
    if (place === STOCK) return this.t("table.page.ask-left");
    const name = this.board.nameOf(place);
    if (entries.missing(this.entry, this.shape).includes(place)) {
      if (place !== "waste") return this.t("table.page.ask-card", { place: name });
      return entries.isDrawing(this.entry) ? this.t("table.page.ask-drawn") : this.t("table.page.ask-top");
    }
    if (typeof place === "number" && this.entry.slots[place] === null && !complete)
      return this.t("table.page.ask-covered", { place: name });
    return complete ? this.t("table.page.complete") : this.t("table.page.ask-other", { place: name });
  }

  #show() {
    const { entry } = this;
    const held = document.activeElement;
    const complete = this.#isComplete();
    const advised = this.#playing && complete;
    this.board.show(entry, (slot) => this.#answer?.slots[slot]?.label ?? null);
    this.pad.show(entry);
    this.rules.show(entry.rules);
    this.#showPanels(advised);
    this.#showSelected();
    const move = this.#answer?.move;
    this.mark.show(move ? (move.slot ?? STOCK) : null, "fair", "best-title");
    setAttribute(byId("undo", HTMLElement), "aria-disabled", String(this.#entries.length < 2));
    // What held the focus may have gone with its panel.
    if (held instanceof HTMLElement && held !== document.body && held.offsetParent === null)
      this.board.nodeOf(this.#selected).focus({ preventScroll: true });
  }

  /** @param {boolean} advised */
  #showPanels(advised) {
    const stock = this.#selected === STOCK && this.entry.moves.length === 0;
    byId("entering", HTMLElement).hidden = advised;
    byId("ask", HTMLElement).hidden = this.plays;
    this.board.root.classList.toggle("advised", this.plays);
    byId("counting", HTMLElement).hidden = !stock;
    byId("naming", HTMLElement).hidden = stock;
    byId("intro", HTMLElement).classList.toggle("read", !entries.isEmpty(this.entry));
    this.left.max = String(entries.wholeStock(this.entry));
    this.left.value = String(entries.stockLeft(this.entry));
    if (this.field.value !== this.#typed) this.field.value = this.#typed;
    if (!advised) this.advice.hide();
    else if (this.#answer) this.advice.show(this.#answer);
  }

  #showSelected() {
    const onBoard = this.board.root.contains(document.activeElement);
    for (const [place, node] of this.board.nodes) {
      const selected = place === this.#selected;
      node.tabIndex = selected ? 0 : -1;
      setAttribute(node, "aria-current", selected ? "true" : null);
      setAttribute(node, "data-typed", selected && this.#typed ? this.#typed.toUpperCase() : null);
      setAttribute(node, "data-fault", place === this.#fault?.place ? "true" : null);
      if (selected && onBoard) node.focus({ preventScroll: true });
    }
    this.asked.textContent = this.#fault?.sentence ?? this.#question();
    setAttribute(this.asked, "data-fault", this.#fault ? "true" : null);
  }
}
