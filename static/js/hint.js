// The first minute: one line that says how to begin, gone for good once the person has done it or closed it.

import { icon, make } from "./dom.js";
import { recall, remember } from "./memory.js";

/** The hint of one game in `root`. */
export class Hint {
  #root;
  #key;

  constructor(root, game) {
    this.#root = root;
    this.#key = `understood:${game}`;
  }

  /** Show the sentence to a player who has not yet understood; "" shows nothing. */
  show(sentence) {
    if (!sentence || recall(this.#key)) return;
    const words = gettext("Understood");
    const close = make("button", { class: "icon-button", type: "button", "aria-label": words, title: words }, icon("close"));
    close.addEventListener("click", () => this.understood());
    this.#root.replaceChildren(make("span", { text: sentence }), close);
    this.#root.hidden = false;
  }

  /** The person made a move, or closed the hint: never again. */
  understood() {
    this.#root.hidden = true;
    remember(this.#key, "yes");
  }
}
