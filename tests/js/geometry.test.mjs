import assert from "node:assert/strict";
import { test } from "node:test";

import { boxOf, isVisible, nearestBox, tableOf } from "../../src/tripeaks/web/static/js/board/geometry.js";
import { LAYOUT } from "./support.mjs";

/** Room for the board in windows from a small phone, upright and flat, to a large screen. */
const AREAS = [
  { width: 360, height: 484 },
  { width: 320, height: 420 },
  { width: 476, height: 360 },
  { width: 460, height: 400 },
  { width: 768, height: 860 },
  { width: 1440, height: 740 },
  { width: 2560, height: 1200 },
];

for (const area of AREAS) {
  const table = tableOf(area, LAYOUT);
  const size = `${area.width} x ${area.height}`;

  test(`everything fits without scrolling on ${size}`, () => {
    const lastOfWaste = boxOf({ zone: "waste", order: 0 }, table, 5);
    for (const box of [...table.slots, table.stock, lastOfWaste]) {
      assert.ok(box.x >= 0 && box.x + box.width <= area.width);
      assert.ok(box.y >= 0 && box.y + box.height <= area.height);
    }
  });

  test(`covered cards peek out and neighbours stand apart on ${size}`, () => {
    const [summit, below] = [table.slots[0], table.slots[3]];
    assert.ok(below.y > summit.y && below.y < summit.y + summit.height);
    assert.ok(table.slots[19].x >= table.slots[18].x + table.slots[18].width);
    assert.ok(Math.abs(2 * summit.x - table.slots[3].x - table.slots[4].x) < 0.01);
  });

  test(`a sentence and an ending have room on ${size}`, () => {
    const { message, stock } = table;
    assert.ok(message.width >= 260 && message.height >= Math.min(74, stock.height));
    assert.ok(message.y + message.height <= area.height && message.x + message.width <= area.width);
  });

  test(`cards and stock can be hit with a finger on ${size}`, () => {
    assert.ok(table.slots[18].height >= 44);
    assert.ok(table.stock.width >= 44 && table.stock.height >= 44);
  });
}

test("small cards grow taller and farther apart on a tall phone", () => {
  const [flat, tall] = [{ width: 360, height: 330 }, { width: 360, height: 640 }].map(
    (area) => tableOf(area, LAYOUT),
  );
  assert.ok(tall.slots[18].height > flat.slots[18].height);
  assert.ok(tall.slots[3].y - tall.slots[0].y > flat.slots[3].y - flat.slots[0].y);
});

test("the newest card of the waste lies rightmost", () => {
  const table = tableOf(AREAS[0], LAYOUT);
  const at = (order) => boxOf({ zone: "waste", order }, table, 3).x;
  assert.ok(at(0) > at(1) && at(1) > at(2));
  assert.equal(at(7), table.waste.x);
});

test("only the tops of the piles are painted", () => {
  assert.equal(isVisible({ zone: "tableau", order: 27 }), true);
  assert.equal(isVisible({ zone: "stock", order: 9 }), false);
  assert.equal(isVisible({ zone: "waste", order: 4 }), true);
  assert.equal(isVisible({ zone: "waste", order: 5 }), false);
});

test("a tap beside a card means the nearest one within reach", () => {
  const boxes = [
    { x: 0, y: 0, width: 10, height: 10 },
    { x: 30, y: 0, width: 10, height: 10 },
  ];
  assert.equal(nearestBox({ x: 24, y: 5 }, boxes, 16), boxes[1]);
  assert.equal(nearestBox({ x: 5, y: 5 }, boxes, 16), boxes[0]);
  assert.equal(nearestBox({ x: 20, y: 40 }, boxes, 16), undefined);
});
