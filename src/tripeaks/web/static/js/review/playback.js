/** Goes through a line by itself, a move at a time. */

const PACE_MS = 1100;

export class Playback {
  /** @type {ReturnType<typeof setInterval>|undefined} */
  #timer;

  /**
   * @param {() => boolean} forward takes the next step; false where there is none
   * @param {(playing: boolean) => void} changed
   */
  constructor(forward, changed) {
    this.forward = forward;
    this.changed = changed;
  }

  get playing() {
    return this.#timer !== undefined;
  }

  start() {
    if (this.playing) return;
    this.#timer = setInterval(() => this.forward() || this.stop(), PACE_MS);
    this.changed(true);
  }

  stop() {
    if (!this.playing) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.changed(false);
  }
}
