import assert from "node:assert/strict";
import { test } from "node:test";

import { CommandQueue, Refused, Unreachable } from "../../src/tripeaks/web/static/js/api.js";

/** A queue to a server that answers as told, and a list of what happened. */
function queueTo(respond) {
  const happened = [];
  let seq = 0;
  const queue = new CommandQueue(
    async (command) => {
      happened.push(["sent", command]);
      return respond(command, happened.filter(([what]) => what === "sent").length);
    },
    {
      seq: () => seq,
      answered: (answer) => {
        seq += 1;
        happened.push(["answered", answer]);
      },
      refused: (problem, command) => happened.push(["refused", problem.code, command.slot]),
      waiting: () => happened.push(["waiting"]),
      lost: () => happened.push(["lost"]),
    },
    async () => {},
  );
  const sent = () => happened.filter(([what]) => what === "sent").map(([, command]) => command);
  return { queue, happened, sent };
}

test("commands go one after the other, each with the sequence number of the view before", async () => {
  const { queue, sent } = queueTo(async () => ({}));
  queue.push({ action: "take", slot: 18 });
  queue.push({ action: "draw" });
  await queue.push({ action: "take", slot: 19 });
  await new Promise(setImmediate);
  assert.deepEqual(sent().map(({ seq, action }) => [seq, action]), [[0, "take"], [1, "draw"], [2, "take"]]);
  assert.equal(queue.idle, true);
});

test("each command has an id of its own that looks like a UUID", async () => {
  const { queue, sent } = queueTo(async () => ({}));
  await queue.push({ action: "draw" });
  await queue.push({ action: "draw" });
  const ids = sent().map(({ command_id: id }) => id);
  assert.notEqual(ids[0], ids[1]);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("after a refusal the commands behind it are dropped", async () => {
  const { queue, happened, sent } = queueTo(async () => {
    throw new Refused({ code: "move/blocked", detail: "", status: 422 });
  });
  const first = queue.push({ action: "take", slot: 3 });
  queue.push({ action: "take", slot: 19 });
  await first;
  assert.equal(sent().length, 1);
  assert.deepEqual(happened.at(-1), ["refused", "move/blocked", 3]);
  assert.equal(queue.idle, true);
});

test("a double tap on a card is one command", async () => {
  const { queue, sent } = queueTo(async () => ({}));
  const first = queue.push({ action: "take", slot: 18 });
  queue.push({ action: "take", slot: 18 });
  await first;
  assert.equal(sent().length, 1);
});

test("without an answer the same command is sent again under the same id", async () => {
  const { queue, happened, sent } = queueTo(async (_, attempt) => {
    if (attempt < 3) throw new Unreachable();
    return {};
  });
  await queue.push({ action: "draw" });
  assert.equal(sent().length, 3);
  assert.equal(new Set(sent().map(({ command_id: id }) => id)).size, 1);
  assert.equal(happened.at(-1)[0], "answered");
});

test("a server that never answers loses the commands but not the queue", async () => {
  let reachable = false;
  const { queue, happened } = queueTo(async () => {
    if (!reachable) throw new Unreachable();
    return {};
  });
  await queue.push({ action: "draw" });
  assert.deepEqual(happened.at(-1), ["lost"]);
  reachable = true;
  await queue.push({ action: "draw" });
  assert.equal(happened.at(-1)[0], "answered");
});
