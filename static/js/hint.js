// The first minute: one line that says how to begin, gone for good once the person has done it or closed it.

import { recall, remember } from "./memory.js";

/** The hint of one game; its words are already in `root`, with a button to close it. */
export class Hint {
  #root;
  #key;

  constructor(root, game) {
    this.#root = root;
    this.#key = `understood:${game}`;
    root.querySelector("button").addEventListener("click", () => {
      this.understood();
      this.#root.hidden = true;
    });
  }

  /** Show it to a player who has not yet understood. Once it is gone, its room goes when nobody can be hasty. */
  show(frame) {
    const gone = this.#root.classList.contains("gone");
    if (frame.status !== "active") this.#root.hidden = true;
    else if (!gone) this.#root.hidden = Boolean(recall(this.#key));
    else if (frame.turn.length || !frame.legal?.length) this.#root.hidden = true;
  }

  /** The person made a move, or closed the hint: never again. In a race no card may move away under a thumb. */
  understood() {
    this.#root.classList.add("gone");
    remember(this.#key, "yes");
  }
}
