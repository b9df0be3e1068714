import assert from "node:assert/strict";
import { test } from "node:test";

import { today } from "../../src/tripeaks/web/static/js/elements/days.js";

test("the day is the one of the player's own clock, written as the server writes it", () => {
  assert.equal(today(new Date(2026, 0, 5)), "2026-01-05");
  assert.equal(today(new Date(2026, 11, 31, 23, 59)), "2026-12-31");
});
