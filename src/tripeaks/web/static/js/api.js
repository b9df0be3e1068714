/** Talks to the server: plain requests, and the queue of a game's commands. */

/** @typedef {import("./model.js").Game} Game */
/** @typedef {import("./model.js").GameEvent} GameEvent */
/** @typedef {import("./model.js").Action} Action */
/** @typedef {{code: string, detail: string, status: number, position?: number|null, number?: number|null, text?: string, view?: Game}} Problem */
/** @typedef {{event: GameEvent, view: Game}} Answer */
/** @typedef {{action: Action, slot?: number}} Command */

const API = "/api/v1";
const RETRY_AFTER_MS = [300, 1000, 2000, 4000, 8000];

/** The server said no, and why. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** No answer came, so that nobody knows whether the request arrived. */
export class Unreachable extends Error {}

/**
 * What to tell a person about a request that failed.
 * @param {unknown} error
 * @param {ReturnType<typeof import("./model.js").translator>} t
 */
export const sentenceOf = (error, t) =>
  error instanceof Refused ? error.problem.detail : t("page.unreachable");

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 * @throws {Refused|Unreachable}
 */
export async function request(method, path, body) {
  /** @type {RequestInit} */
  const init = { method, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    init.headers = { ...init.headers, "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  const response = await fetch(API + path, init).catch((error) => {
    throw new Unreachable(String(error));
  });
  if (response.status >= 500) throw new Unreachable(response.statusText);
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new Refused({ code: "", detail: response.statusText, status: response.status, ...answer });
}

export const startGame = (/** @type {object} */ wanted) => request("POST", "/games", wanted);
export const fetchGame = (/** @type {string} */ id) => request("GET", `/games/${id}`);
export const reviewGame = (/** @type {string} */ id) => request("POST", `/games/${id}/review`);
export const checkCode = (/** @type {object} */ code) => request("POST", "/codes/check", code);
export const fetchDaily = (/** @type {string} */ day) => request("GET", `/daily/${day}`);
export const fetchResults = () => request("GET", "/stats");
export const takeIn = (/** @type {unknown} */ saved) => request("POST", "/import", saved);
export const saveSettings = (/** @type {object} */ settings) => request("PUT", "/settings", settings);

/**
 * @typedef {object} Hint
 * @property {string} kind
 * @property {number} seq
 * @property {boolean} assisted
 * @property {{action: Action, slot: number|null}|null} move
 * @property {number|null} chance
 * @property {number|null} error
 * @property {boolean|null} winnable
 * @property {{code: string, sentence: string}[]} reasons
 * @property {string} sentence
 */

/**
 * @param {string} id
 * @param {number} seq of the view that the hint is asked for
 * @param {"fair"|"solver"|"chance"|"light"} kind
 * @returns {Promise<Hint>}
 */
export const fetchHint = (id, seq, kind) => request("POST", `/games/${id}/hint`, { seq, kind });

/** @param {string} id @returns {(command: object) => Promise<Answer>} */
export const commandsOf = (id) => (command) => request("POST", `/games/${id}/actions`, command);

/** A random UUID, also where the page is not served securely and `randomUUID` is missing. */
function newCommandId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * @typedef {object} Listeners
 * @property {() => number} seq the sequence number of the view shown
 * @property {(answer: Answer) => void} answered
 * @property {(problem: Problem, command: Command) => void} refused
 * @property {() => void} waiting no answer came yet; the server is tried again, until one does
 * @property {() => void} lost no answer came at all; the commands are dropped
 */

/** Sends commands one after the other, each answering to the view that the one before gave. */
export class CommandQueue {
  /** @type {Command[]} */
  #waiting = [];
  /** @type {Command|null} */
  #underWay = null;
  /** Resolved when nothing is under way. */
  settled = Promise.resolve();

  /**
   * @param {(command: object) => Promise<Answer>} send
   * @param {Listeners} listeners
   * @param {(ms: number) => Promise<void>} [pause]
   */
  constructor(send, listeners, pause = (ms) => new Promise((done) => setTimeout(done, ms))) {
    this.send = send;
    this.listeners = listeners;
    this.pause = pause;
  }

  get idle() {
    return this.#underWay === null;
  }

  /**
   * Puts a command at the end; taking the same card twice is one command.
   * @param {Command} command
   * @returns {Promise<void>} resolved when the queue has run empty
   */
  async push(command) {
    const twice = [this.#underWay, ...this.#waiting].some(
      (other) => command.slot !== undefined && other?.slot === command.slot,
    );
    if (twice) return;
    this.#waiting.push(command);
    if (this.idle) this.settled = this.#run();
    await this.settled;
  }

  async #run() {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      this.#underWay = next;
      await this.#perform(next);
    }
    this.#underWay = null;
  }

  /** @param {Command} command */
  async #perform(command) {
    try {
      this.listeners.answered(await this.#persist(command));
    } catch (error) {
      this.#waiting = [];
      if (error instanceof Refused) this.listeners.refused(error.problem, command);
      else if (error instanceof Unreachable) this.listeners.lost();
      else throw error;
    }
  }

  /**
   * Tries again with the same command_id, so that the server acts once however often it hears it.
   * @param {Command} command
   */
  async #persist(command) {
    const body = { seq: this.listeners.seq(), command_id: newCommandId(), ...command };
    for (const [attempt, delay] of RETRY_AFTER_MS.entries()) {
      try {
        return await this.send(body);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        if (attempt === 0) this.listeners.waiting();
        await this.pause(delay);
      }
    }
    return this.send(body);
  }
}
