import assert from "node:assert/strict";
import { test } from "node:test";

import { curveOf } from "../../src/tripeaks/web/static/js/review/curve.js";

const ROOM = { width: 360, height: 64 };
const at = (chance, winnable = true, error = 0.02) => ({ chance, winnable, error });
const LOST = [at(0.6), at(0.7), at(0.3), at(0.1, false), at(0, false)];

test("the curve goes from the left edge to the right, a certain win at the top", () => {
  const { plot, points } = curveOf([at(1), at(0.5), at(0)], ROOM);
  assert.deepEqual(points[0], { x: plot.x, y: plot.y });
  assert.deepEqual(points[1], { x: plot.x + plot.width / 2, y: plot.y + plot.height / 2 });
  assert.deepEqual(points[2], { x: plot.x + plot.width, y: plot.y + plot.height });
});

test("everything lies inside the room there is, whatever the error", () => {
  const { plot, doubt, lost } = curveOf([at(1, true, 0.3), at(0, false, 0.3)], ROOM);
  const [xs, ys] = [0, 1].map((side) =>
    [...doubt.matchAll(/([\d.]+) ([\d.]+)/g)].map((found) => Number(found[side + 1])),
  );
  assert.equal(xs.length, 4);
  for (const x of xs) assert.ok(x >= 0 && x <= ROOM.width);
  for (const y of ys) assert.ok(y >= plot.y && y <= plot.y + plot.height);
  assert.ok(lost.x + lost.width <= ROOM.width);
});

test("what was lost begins between two positions, with the move that lost it", () => {
  const { plot, points, lost } = curveOf(LOST, ROOM);
  assert.equal(lost.x, (points[2].x + points[3].x) / 2);
  assert.equal(lost.x + lost.width, plot.x + plot.width);
});

test("the two parts of the curve meet where the win was lost", () => {
  const { open, closed } = curveOf(LOST, ROOM);
  assert.equal(open.split("L").length, 3);
  assert.equal(closed.split("L").length, 3);
  assert.equal(closed.split("L")[0].slice(1), open.split("L").at(-1));
});

test("nothing is lost in a line that can be won to its end", () => {
  assert.equal(curveOf([at(0.5), at(1)], ROOM).lost, null);
  assert.equal(curveOf([at(0.5), at(1)], ROOM).closed, "");
});

test("a deal that nobody can win is lost from edge to edge", () => {
  const { plot, lost, open } = curveOf([at(0, false), at(0, false)], ROOM);
  assert.deepEqual(lost, plot);
  assert.equal(open, "");
});

test("where no chances are told there is no curve, only places in a row", () => {
  const told = curveOf([at(null), at(null), at(null)], ROOM);
  assert.equal(told.told, false);
  assert.equal(told.open + told.closed + told.doubt, "");
  assert.equal(new Set(told.points.map(({ y }) => y)).size, 1);
});

test("a game without a move has a place and no line", () => {
  const { plot, points, open } = curveOf([at(0.6)], ROOM);
  assert.equal(points[0].x, plot.x);
  assert.equal(open, "");
});
