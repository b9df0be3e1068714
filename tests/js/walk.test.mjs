import assert from "node:assert/strict";
import { test } from "node:test";

import { Walk, sharedMoves, turnedUp } from "../../src/tripeaks/web/static/js/review/walk.js";
import { view } from "./support.mjs";

/** A line of positions that are reached by these moves. */
const line = (signs) =>
  ["", ...signs.split(" ")].map((sign, number) => ({ number, move: sign ? { sign } : null }));
const REVIEW = { played: line("KC AS | | |"), best: line("KC AS 2D 3S"), lost_at: 4 };

/** A walk, and where it has been. */
function walking() {
  const been = [];
  const walk = new Walk(REVIEW, () => been.push([walk.line, walk.number]));
  return { walk, been };
}

test("each step leads where its name says, and no further than the ends", () => {
  const { walk, been } = walking();
  for (const step of ["back", "forward", "last", "forward", "back", "lost", "first"]) walk.take(step);
  assert.deepEqual(been.map(([, number]) => number), [1, 5, 4, 0]);
});

test("a step that leads nowhere is known", () => {
  const { walk } = walking();
  const open = () => ["first", "back", "forward", "last", "lost"].filter((step) => walk.leads(step));
  assert.deepEqual(open(), ["forward", "last", "lost"]);
  walk.goTo(4);
  assert.deepEqual(open(), ["first", "back", "forward", "last"]);
  walk.goTo(99);
  assert.deepEqual(open(), ["first", "back", "lost"]);
});

test("going over to another line goes back to where both are the same", () => {
  const { walk } = walking();
  walk.goTo(4);
  walk.choose("best");
  assert.deepEqual([walk.line, walk.number], ["best", 2]);
  walk.goTo(1);
  walk.choose("played");
  assert.deepEqual([walk.line, walk.number], ["played", 1]);
});

test("the losing move is found from the best line as well", () => {
  const { walk } = walking();
  walk.choose("best");
  assert.equal(walk.leads("lost"), true);
  walk.take("lost");
  assert.deepEqual([walk.line, walk.number], ["played", 4]);
});

test("the moves up to a position are written as a record writes them", () => {
  const { walk } = walking();
  assert.equal(walk.signs, "");
  walk.goTo(3);
  assert.equal(walk.signs, "KC AS |");
});

test("lines share the moves that they begin with", () => {
  assert.equal(sharedMoves(line("KC AS"), line("KC AS 2D")), 2);
  assert.equal(sharedMoves(line("KC"), line("AS")), 0);
});

test("cards that lie face down are turned up, the others stay as they are", () => {
  const before = view({ gone: [27] });
  const cards = Array.from({ length: 28 }, (_, slot) => `dealt-${slot}`);
  const { slots } = turnedUp(before, cards, (card) => `${card}, hidden`);
  assert.deepEqual([slots[0].card, slots[0].label], ["dealt-0", "dealt-0, hidden"]);
  assert.deepEqual([slots[20].card, slots[27].card], ["card-20", null]);
  assert.equal(before.slots[0].card, null);
});
