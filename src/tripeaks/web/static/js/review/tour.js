/** Goes through the lines of a review and keeps all parts of the page at the same place. */

import { announcer } from "../board/announce.js";
import { Board } from "../board/render.js";
import { byId, setAttribute } from "../elements/dom.js";
import { STOCK } from "../model.js";
import { Chart } from "./chart.js";
import { wireKeys } from "./keys.js";
import { listMoves, markMove } from "./moves.js";
import { Playback } from "./playback.js";
import { Walk, turnedUp } from "./walk.js";

/** @typedef {import("./walk.js").Position} Position */
/** @typedef {import("./walk.js").Review} Review */
/** @typedef {import("./walk.js").Step} Step */
/** @typedef {import("./walk.js").Line} Line */
/** @typedef {import("../main.js").Boot} Boot */
/** @typedef {ReturnType<typeof import("../model.js").translator>} Translate */

const JOKER = "*";
/** The slots that are cleared last in each peak, numbered as the mountains behind them. */
const SUMMITS = [0, 1, 2];

export class Tour {
  /** @type {Line|null} */
  #listed = null;

  /**
   * @param {Review} review
   * @param {Boot} boot
   * @param {Translate} t
   */
  constructor(review, boot, t) {
    this.review = review;
    this.t = t;
    this.say = announcer(byId("announcer", HTMLElement));
    this.showAll = byId("show-all", HTMLInputElement);
    this.board = new Board(byId("table", HTMLElement), boot.layout, false);
    this.walk = new Walk(review, () => this.#show());
    this.playback = new Playback(() => this.#playOne(), (playing) => this.#showPlaying(playing));
    // What the slider is at, it says itself.
    this.chart = new Chart((number) => this.#go(() => this.walk.goTo(number), false));
    this.#wire(() => boot.settings.shortcuts);
    new ResizeObserver(() => this.board.resize()).observe(this.board.root);
    this.#show();
  }

  /** @param {() => boolean} shortcuts */
  #wire(shortcuts) {
    for (const [button, step] of steps())
      button.addEventListener("click", () => this.#go(() => this.walk.take(step)));
    for (const [choice, line] of lines())
      choice.addEventListener("change", () => this.#go(() => this.walk.choose(line)));
    byId("play", HTMLElement).addEventListener("click", () => this.#playOrPause());
    wireKeys((step) => this.#go(() => this.walk.take(step)), () => this.#playOrPause(), shortcuts);
    this.showAll.addEventListener("change", () => this.#showTable(this.walk.position));
  }

  /**
   * Whoever goes somewhere by hand wants to stay there.
   * @param {() => void} move
   * @param {boolean} [spoken]
   */
  #go(move, spoken = true) {
    this.playback.stop();
    const before = this.walk.position;
    move();
    if (spoken && this.walk.position !== before) this.say(this.walk.position.sentence);
  }

  #playOrPause() {
    if (this.playback.playing) {
      this.playback.stop();
      this.say(this.walk.position.sentence);
      return;
    }
    if (!this.walk.leads("forward")) this.walk.take("first");
    this.playback.start();
  }

  /** Sentences that follow each other so fast are for the eye; the last one is spoken. */
  #playOne() {
    this.walk.take("forward");
    const goesOn = this.walk.leads("forward");
    if (!goesOn) this.say(this.walk.position.sentence);
    return goesOn;
  }

  /** @param {boolean} playing */
  #showPlaying(playing) {
    const button = byId("play", HTMLElement);
    const [use, label] = [button.querySelector("use"), button.querySelector("span")];
    use?.setAttribute("href", playing ? "#icon-pause" : "#icon-play");
    if (label) label.textContent = this.t(playing ? "review.page.pause" : "review.page.play");
  }

  #show() {
    const { position, line } = this.walk;
    if (this.#listed !== line) this.#list(line);
    this.#showTable(position);
    this.chart.show(position);
    markMove(position.number);
    const told = byId("told", HTMLElement);
    told.textContent = position.sentence;
    told.classList.toggle("loses", position.loses);
    for (const [button, step] of steps())
      setAttribute(button, "aria-disabled", String(!this.walk.leads(step)));
    const goesOn = position.view.status === "running";
    setAttribute(byId("play-on", HTMLElement), "aria-disabled", String(!goesOn));
  }

  /** @param {Line} line */
  #list(line) {
    this.#listed = line;
    this.chart.begin(this.walk.positions);
    listMoves(this.walk.positions, this.t);
    for (const [choice, its] of lines()) choice.checked = its === line;
  }

  /** @param {Position} position */
  #showTable({ view, better }) {
    this.board.show(this.showAll.checked ? turnedUp(view, this.review.cards, this.#label) : view);
    for (const marked of document.querySelectorAll(".better")) marked.classList.remove("better");
    for (const { slot } of better) this.board.nodeOf(slot ?? STOCK).classList.add("better");
    for (const summit of SUMMITS) {
      const mountain = byId(`mountain-${summit}`, SVGElement);
      mountain.classList.toggle("cleared", view.slots[summit]?.state === "gone");
    }
  }

  /** @param {string} card */
  #label = (card) => {
    const name = this.t(`card.${card.length === 1 ? JOKER : card}`);
    return this.t("review.page.turned-up", { card: name });
  };
}

/** @returns {[HTMLElement, Step][]} */
const steps = () =>
  [...document.querySelectorAll("[data-step]")].flatMap((button) =>
    button instanceof HTMLElement ? [[button, /** @type {Step} */ (button.dataset.step)]] : [],
  );

/** @returns {[HTMLInputElement, Line][]} */
const lines = () =>
  [...document.querySelectorAll("[name=line]")].flatMap((choice) =>
    choice instanceof HTMLInputElement ? [[choice, /** @type {Line} */ (choice.value)]] : [],
  );
