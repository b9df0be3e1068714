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
import { showControls, showFigures, showMarks, showName, wireControls, wireCopying } from "./elements/toolbar.js";
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

/** @typedef {import("./elements/coach.js").Coach} Coach */

/** @type {Boot} */
const boot = JSON.parse(byId("boot", HTMLScriptElement).textContent ?? "");
const t = translator(boot.sentences);

wireDialogs();
wireSettings(boot.settings, t, () => playing?.follow());
wireKeeping(t);
showDays();
if (document.getElementById("new-game-form")) new NewGame(boot.presets, boot.game, t);
if (boot.page === "start") {
  wireDaily(t);
  wireResults(t);
}
const playing = boot.game && play(boot.game);
if (boot.page === "review") {
  const { openReview } = await import("./review/page.js");
  await openReview(boot, t);
}

if (boot.page === "table") {
  const { openTable } = await import("./table/page.js");
  openTable(boot, t);
}

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
    hint: () => help.ask(({ advice }) => advice.toggle()),
    new: () => openDialog("new-game"),
    help: () => openDialog("help"),
  }, () => boot.settings.shortcuts);

  const help = helpOf(
    ({ Coach }) => new Coach({ session, board, say, takeFocus: () => input.takeFocus(), t }, boot.settings),
    () => session.tell(t("page.unreachable")),
  );

  /** @type {Session} */
  const session = new Session(game, {
    show: (view) => {
      board.show(view);
      input.settle(view);
      showFigures(view);
      showControls(view);
      showName(view);
      showMarks(view, t);
      if (showEnding(view, t)) input.takeFocus();
      help.follow();
    },
    shake: (place) => board.refuse(place),
    say,
    message,
    t,
  });

  /** @type {Record<string, () => unknown>} what is not an action of the game */
  const others = {
    hint: () => help.ask(({ advice }) => advice.toggle()),
    solver_hint: () => help.ask(({ advice }) => advice.askSolver()),
    review: () => session.review(),
  };
  wireControls((wanted) => {
    const other = others[wanted];
    if (other) other();
    else session.control(/** @type {import("./model.js").Action} */ (wanted));
  });
  wireCopying(() => say(t("page.copied")));
  new ResizeObserver(() => board.resize()).observe(board.root);
  for (const moment of ["focus", "online"]) addEventListener(moment, () => session.refetch());
  addEventListener("pageshow", ({ persisted }) => persisted && session.refetch());
  document.addEventListener("visibilitychange", () => session.refetch());
  return help;
}

/**
 * Help while playing; most games are played without, so its scripts come when they are wanted.
 * @param {(loaded: typeof import("./elements/coach.js")) => Coach} made
 * @param {() => void} failed
 */
function helpOf(made, failed) {
  /** @type {Promise<Coach>|undefined} */
  let coach;
  /** @param {(coach: Coach) => unknown} use */
  const ask = (use) => {
    coach ??= import("./elements/coach.js").then(made);
    coach.then(use, () => {
      coach = undefined;
      failed();
    });
  };
  const follow = () => {
    if (coach || boot.settings.chance || boot.settings.light) ask((found) => found.settle());
  };
  return { ask, follow };
}
