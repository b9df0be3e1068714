import assert from "node:assert/strict";
import { test } from "node:test";

import * as entries from "../../src/tripeaks/web/static/js/table/entry.js";
import { readCard } from "../../src/tripeaks/web/static/js/table/typing.js";
import { LAYOUT } from "./support.mjs";

const SPELLINGS = {
  ranks: {
    ...Object.fromEntries([..."A23456789TJQK"].map((rank) => [rank, rank])),
    10: "T", 1: "A", B: "J", V: "J", D: "Q", R: "K",
  },
  suits: { C: "C", D: "D", H: "H", S: "S", "♣": "C", "♦": "D", "♥": "H", "♠": "S" },
};
const EASY = { wrap: true, visibility: "closed", empty_waste: false, jokers: 0 };
const SHAPE = { ...LAYOUT, covered_by: coversOf(LAYOUT) };
const ROW = ["3S", "5S", "KC", "4S", "2D", "AS", "KD", "8H", "7C", "9S"];

/** Each place is covered by the two that lie half a card to its left and right in the next row. */
function coversOf({ rows, columns }) {
  const pairs = rows.slice(0, -1).flatMap((row, at) => row.map((slot) => [
    slot, rows[at + 1].filter((other) => Math.abs(columns[other] - columns[slot]) === 1),
  ]));
  return Object.fromEntries(pairs);
}

/** A table of which the last row and the waste are named. */
function begun(rules = EASY) {
  return [...ROW.entries()].reduce(
    (entry, [at, card]) => entries.named(entry, 18 + at, card),
    { ...entries.emptyEntry(rules), top: "AC" },
  );
}

test("cards are read in every spelling", () => {
  const read = { kc: "KC", "10h": "TH", th: "TH", "1s": "AS", "b♦": "JD", dd: "QD", "K C": "KC", "7♠\uFE0F": "7S" };
  for (const [text, card] of Object.entries(read)) assert.deepEqual(readCard(text, SPELLINGS), { card });
  assert.deepEqual(readCard("*", SPELLINGS), { card: "*" });
});

test("the beginning of a card is no mistake, anything else is", () => {
  for (const text of ["", "K", "1", "10", "d"]) assert.deepEqual(readCard(text, SPELLINGS), { partial: true });
  for (const text of ["X", "11", "KX", "KCC", "0H", "♠"]) assert.deepEqual(readCard(text, SPELLINGS), { bad: true });
});

test("what lies open is missing until it is named, and what is covered is not", () => {
  const empty = entries.emptyEntry(EASY);
  assert.deepEqual(entries.missing(empty, SHAPE), [...LAYOUT.rows[3], "waste"]);
  assert.deepEqual(entries.missing(begun(), SHAPE), []);
  const open = entries.missing({ ...empty, rules: { ...EASY, visibility: "open" } }, SHAPE);
  assert.equal(open.length, 29);
});

test("the next missing place follows, and after the last the first", () => {
  const entry = entries.named(entries.emptyEntry(EASY), 18, "3S");
  assert.equal(entries.nextMissing(entry, SHAPE, 18), 19);
  assert.equal(entries.nextMissing(entry, SHAPE, 27), "waste");
  assert.equal(entries.nextMissing(entry, SHAPE, "waste"), 19);
  assert.equal(entries.nextMissing(begun(), SHAPE, 18), null);
});

test("a place that is gone takes all with it that lay on it", () => {
  const entry = entries.gone(begun(), SHAPE, 9);
  assert.deepEqual([9, 18, 19, 20].map((slot) => entries.isGone(entry, slot)), [true, true, true, false]);
  const summit = entries.gone(begun(), SHAPE, 0);
  assert.equal(summit.slots.filter((card) => card === entries.GONE).length, 10);
});

test("a card lies in one place, jokers as often as the rules deal them", () => {
  const entry = begun({ ...EASY, jokers: 2 });
  assert.equal(entries.placeOf(entry, "KC"), 20);
  assert.equal(entries.placeOf(entry, "AC"), "waste");
  assert.deepEqual(["KC", "AC", "QH", "*"].map((card) => entries.isUsedUp(entry, card)), [true, true, false, false]);
  const drawn = { ...entry, top: "*", moves: ["|"], drawn: ["*"] };
  assert.equal(entries.isUsedUp(drawn, "*"), true);
});

test("moves change the table: a card is taken, a draw asks for its card", () => {
  const taken = entries.played(entries.played(begun(), "KC"), "AS");
  assert.equal(entries.isGone(taken, 20), true);
  assert.equal(entries.topCard(taken), "AS");
  const drawing = entries.played(taken, entries.DRAW);
  assert.deepEqual(entries.missing(drawing, SHAPE), ["waste"]);
  assert.equal(entries.stockLeft(drawing), 22);
  const drawn = entries.named(drawing, "waste", "9D");
  assert.equal(entries.topCard(drawn), "9D");
  assert.equal(entries.isDrawing(drawn), false);
  assert.equal(drawn.top, "AC");
});

test("the server is asked in the notation of layouts", () => {
  const beginning = entries.question(begun());
  assert.equal(beginning.cards, `${"?? ".repeat(18)}${ROW.join(" ")} AC`);
  assert.equal(beginning.moves, "");
  let entry = entries.withStock(entries.gone(begun(), SHAPE, 9), 21);
  entry = entries.named(entries.played(entries.played(entry, "KC"), entries.DRAW), "waste", "9D");
  const { cards, moves } = entries.question(entry);
  assert.equal(cards, `${"?? ".repeat(9)}-- ${"?? ".repeat(8)}-- -- ${ROW.slice(2).join(" ")} AC -- -- 9D`);
  assert.equal(moves, "KC |");
});

test("an empty waste is asked about as one only while nothing is gone", () => {
  const rules = { ...EASY, empty_waste: true };
  const entry = { ...begun(rules), top: null };
  assert.deepEqual(entries.missing(entry, SHAPE), []);
  assert.match(entries.question(entry).cards, / -$/);
  const later = entries.withStock(entry, 23);
  assert.deepEqual(entries.missing(later, SHAPE), ["waste"]);
  assert.match(entries.question(later).cards, / \?\? --$/);
  assert.equal(entries.wholeStock(entry), 24);
});

test("the stock has no fewer cards than none and no more than dealt", () => {
  const left = [-3, 0, 7.4, 99].map((wanted) => entries.stockLeft(entries.withStock(begun(), wanted)));
  assert.deepEqual(left, [0, 0, 7, 23]);
});

test("the place at fault is that of the card in the layout", () => {
  assert.deepEqual([1, 28, 29, 33, null, undefined].map(entries.placeAt), [0, 27, "waste", "waste", null, null]);
});

test("only whole entries are taken back", () => {
  assert.equal(entries.isEntry(JSON.parse(JSON.stringify(begun()))), true);
  for (const kept of [null, 5, {}, { ...begun(), slots: [] }, { ...begun(), drawn: "x" }, { ...begun(), top: 1 }])
    assert.equal(entries.isEntry(kept), false);
});
