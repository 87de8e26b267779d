// The first minute: one line that says how to begin, gone for good once the person has done it or closed it.

import { recall, remember } from "./memory.js";

/** The hint of one game; its words are already in `root`, with a button to close it. */
export class Hint {
  #root;
  #key;

  constructor(root, game) {
    this.#root = root;
    this.#key = `understood:${game}`;
    root.querySelector("button").addEventListener("click", () => this.understood());
  }

  /** Show it to a player who has not yet understood. */
  show() {
    if (!recall(this.#key)) this.#root.hidden = false;
  }

  /** Show it no more; its room stays until the page is loaded anew. */
  rest() {
    this.#root.classList.add("gone");
  }

  /** The person made a move, or closed the hint: never again. */
  understood() {
    this.rest();
    remember(this.#key, "yes");
  }
}
