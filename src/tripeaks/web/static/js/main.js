/** Wires the page together; everything else is told what it needs. */

import { announcer } from "./board/announce.js";
import { Input } from "./board/input.js";
import { Board } from "./board/render.js";
import { openDialog, wireDialogs } from "./elements/dialogs.js";
import { showDays, wireDaily } from "./elements/days.js";
import { byId } from "./elements/dom.js";
import { Message, showEnding } from "./elements/ending.js";
import { wireKeeping } from "./elements/keeping.js";
import { NewGame } from "./elements/new-game.js";
import { wireResults } from "./elements/results.js";
import { wireSettings } from "./elements/settings.js";
import { showControls, showFigures, showName, wireControls, wireCopying } from "./elements/toolbar.js";
import { translator } from "./model.js";
import { Session } from "./session.js";

/**
 * @typedef {object} Boot
 * @property {string} page
 * @property {import("./model.js").Game|null} game
 * @property {import("./model.js").Layout} layout
 * @property {Record<string, string[]>} keys
 * @property {import("./elements/new-game.js").Preset[]} presets
 * @property {import("./elements/settings.js").Settings} settings
 * @property {Record<string, string>} sentences
 */

/** @type {Boot} */
const boot = JSON.parse(byId("boot", HTMLScriptElement).textContent ?? "");
const t = translator(boot.sentences);

wireDialogs();
wireSettings(boot.settings, t);
wireKeeping(t);
showDays();
if (document.getElementById("new-game-form")) new NewGame(boot.presets, boot.game?.rules, t);
if (boot.page === "start") {
  wireDaily(t);
  wireResults(t);
}
if (boot.game) play(boot.game);

/** @param {import("./model.js").Game} game */
function play(game) {
  const say = announcer(byId("announcer", HTMLElement));
  const message = new Message(byId("message", HTMLElement));
  const board = new Board(byId("table", HTMLElement), boot.layout);
  const input = new Input(board, boot.keys, {
    take: (slot) => session.wish("take", slot),
    draw: () => session.wish("draw"),
    undo: () => session.wish("undo"),
    redo: () => session.wish("redo"),
    new: () => openDialog("new-game"),
    help: () => openDialog("help"),
  }, () => boot.settings.shortcuts);

  /** @type {Session} */
  const session = new Session(game, {
    show: (view) => {
      board.show(view);
      input.settle(view);
      showFigures(view);
      showControls(view);
      showName(view);
      if (showEnding(view, t)) input.takeFocus();
    },
    shake: (place) => board.refuse(place),
    say,
    message,
    t,
  });

  wireControls((action) => session.control(action));
  wireCopying(() => say(t("page.copied")));
  new ResizeObserver(() => board.resize()).observe(board.root);
  for (const moment of ["focus", "online"]) addEventListener(moment, () => session.refetch());
  addEventListener("pageshow", ({ persisted }) => persisted && session.refetch());
  document.addEventListener("visibilitychange", () => session.refetch());
}
