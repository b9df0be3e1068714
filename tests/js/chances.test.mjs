import assert from "node:assert/strict";
import { test } from "node:test";

import { edge, figure, percent } from "../../src/tripeaks/web/static/js/chances.js";
import { translator } from "../../src/tripeaks/web/static/js/model.js";

const t = translator({ "page.chance-figure": "{chance} ± {error}" });

test("a chance is told in whole per cent, in the reader's way of writing", () => {
  assert.equal(percent(0.6234, "en"), "62%");
  assert.equal(percent(0.6234, "de"), "62\u00a0%");
});

test("none and all are said only of what is sure", () => {
  assert.equal(percent(0, "en"), "0%");
  assert.equal(percent(1, "en"), "100%");
  assert.equal(percent(0.003, "en"), "0.3%");
  assert.equal(percent(0.997, "en"), "99.7%");
});

test("an error is rounded up, and left out where there is none", () => {
  assert.equal(figure(0.6234, 0.011, "en", t), "62% ± 2%");
  assert.equal(figure(0.6234, 0.0001, "en", t), "62% ± 1%");
  assert.equal(figure(1, 0, "en", t), "100%");
  assert.equal(figure(1, null, "en", t), "100%");
});

test("a bar fades as far as the chance may be off, and never leaves its frame", () => {
  assert.deepEqual(edge(0.5, 0.25), { from: 0.25, to: 0.75 });
  assert.deepEqual(edge(0.01, 0.25), { from: 0, to: 0.26 });
  assert.deepEqual(edge(0.99, 0.25), { from: 0.74, to: 1 });
  assert.deepEqual(edge(0.5, null), { from: 0.5, to: 0.5 });
});
