// Talk in set phrases: buttons instead of an input. The page has their words in its reader's language; ids travel.

import { make } from "./dom.js";

/** The buttons in `root`; `ask` sends a request. */
export class Phrases {
  #root;

  constructor(root, ask) {
    this.#root = root;
    root.addEventListener("click", ({ target }) => {
      const phrase = target.closest("[data-phrase]")?.dataset.phrase;
      if (phrase) ask({ type: "chat", phrase }).catch(() => {}); // the refusal is on the page as a toast
    });
  }

  /** Whether the viewer may speak. */
  allow(may) {
    this.#root.hidden = !may;
  }

  /** Return what was said, for the log: picture and words; three dots for a phrase that is newer than this page. */
  said(phrase) {
    const button = this.#root.querySelector(`[data-phrase="${CSS.escape(phrase)}"]`);
    const picture = button?.querySelector("svg").cloneNode(true);
    return make("p", { class: "said-phrase" }, picture, make("span", { text: button?.textContent.trim() ?? "…" }));
  }
}
