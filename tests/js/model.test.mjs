import assert from "node:assert/strict";
import { test } from "node:test";

import { nearest, neighbour, placements, refusalOf, translator } from "../../src/tripeaks/web/static/js/model.js";
import { LAYOUT, view } from "./support.mjs";

const NOTHING_YET = new Map();

test("every card of the game has one place at the deal", () => {
  const placed = placements(view(), NOTHING_YET);
  assert.equal(placed.size, 52);
  assert.deepEqual(placed.get("slot-18"), { id: "slot-18", zone: "tableau", order: 18, face: "card-18" });
  assert.deepEqual(placed.get("opening"), { id: "opening", zone: "waste", order: 0, face: "AC" });
  assert.deepEqual(placed.get("drawn-1"), { id: "drawn-1", zone: "stock", order: 0, face: null });
});

test("a waste that begins empty has no opening card", () => {
  const placed = placements(view({ waste: [], opened: false }), NOTHING_YET);
  assert.equal(placed.has("opening"), false);
});

test("a card taken lies on the waste on the node that showed it", () => {
  const before = placements(view(), NOTHING_YET);
  const after = placements(view({ gone: [20], waste: ["AC", "card-20"] }), before);
  assert.deepEqual(after.get("slot-20"), { id: "slot-20", zone: "waste", order: 0, face: "card-20" });
  assert.equal(after.get("opening").order, 1);
});

test("a card drawn comes from the top of the stock", () => {
  const before = placements(view(), NOTHING_YET);
  const after = placements(view({ draws: 1, waste: ["AC", "7D"] }), before);
  assert.deepEqual(after.get("drawn-1"), { id: "drawn-1", zone: "waste", order: 0, face: "7D" });
  assert.deepEqual(after.get("drawn-2"), { id: "drawn-2", zone: "stock", order: 0, face: null });
});

test("a second joker drawn is another card than the first", () => {
  let placed = placements(view(), NOTHING_YET);
  placed = placements(view({ draws: 1, waste: ["AC", "*"] }), placed);
  placed = placements(view({ draws: 2, waste: ["AC", "*", "*"] }), placed);
  assert.equal(placed.get("drawn-2").order, 0);
  assert.equal(placed.get("drawn-1").order, 1);
});

test("an undo puts each card back and forgets the face of a card drawn", () => {
  const start = placements(view(), NOTHING_YET);
  const drawn = placements(view({ draws: 1, waste: ["AC", "7D"] }), start);
  assert.deepEqual(placements(view(), drawn), start);
});

test("a game loaded in the middle shows the waste although its nodes are new", () => {
  const placed = placements(view({ gone: [20], draws: 2, waste: ["AC", "2D", "3D", "card-20"] }), NOTHING_YET);
  const shown = [...placed.values()].filter(({ zone }) => zone === "waste");
  assert.deepEqual(shown.map(({ face }) => face), ["card-20", "3D", "2D", "AC"]);
});

test("arrows move along a row and pass over gaps", () => {
  assert.equal(neighbour(view({ gone: [19] }), LAYOUT, 18, "right"), 20);
  assert.equal(neighbour(view(), LAYOUT, 18, "left"), 18);
});

test("up and down follow the cards that cover each other", () => {
  assert.equal(neighbour(view(), LAYOUT, 18, "up"), 9);
  assert.equal(neighbour(view(), LAYOUT, 9, "up"), 3);
  assert.equal(neighbour(view(), LAYOUT, 0, "down"), 3);
  assert.equal(neighbour(view(), LAYOUT, 0, "up"), 0);
});

test("below the last row lie stock and waste, and up leads back", () => {
  assert.equal(neighbour(view(), LAYOUT, 21, "down"), "stock");
  assert.equal(neighbour(view(), LAYOUT, "stock", "right"), "waste");
  assert.equal(neighbour(view(), LAYOUT, "waste", "left"), "stock");
  assert.equal(neighbour(view(), LAYOUT, "stock", "up"), 18);
  const cleared = view({ gone: Array.from({ length: 28 }, (_, slot) => slot) });
  assert.equal(neighbour(cleared, LAYOUT, "stock", "up"), "stock");
});

test("of two cards equally near the left one is nearest", () => {
  assert.equal(nearest([18, 19], LAYOUT, 1), 18);
  assert.equal(nearest([], LAYOUT, 1), undefined);
});

test("a refusal is read off the view, and none is invented", () => {
  assert.equal(refusalOf(view(), "take", 3)?.code, "move/blocked");
  assert.equal(refusalOf(view(), "take", 18), null);
  assert.equal(refusalOf(view(), "draw"), null);
  assert.equal(refusalOf(view(), "undo"), null);
});

test("names in braces are replaced, unknown ones stay", () => {
  const t = translator({ "page.code-good": "Understood: {code} {other}" });
  assert.equal(t("page.code-good", { code: "TP1" }), "Understood: TP1 {other}");
});
