/**
 * A place on the table that can be tapped. It stays the same element, and is drawn anew only when it has changed.
 */
import { html } from "../js/board/drawing.js";

export class Place {
  constructor(name, className = "") {
    this.element = html("button", `bz-place ${className}`.trim(), { type: "button", "data-place": name });
  }

  /** Tells those who do not see them which keys mean this place, wherever the focus is. */
  answerTo(keys) {
    this.element.setAttribute("aria-keyshortcuts", keys);
  }

  /** Shows what `build` returns, unless `signature` says that it is there already; `label` says it in words. */
  draw(signature, label, build) {
    if (this.label !== label) this.element.setAttribute("aria-label", label);
    this.label = label;
    if (this.signature === signature) return;
    this.signature = signature;
    this.element.replaceChildren(...build());
  }

  /** Where the uppermost card is on the screen. */
  rect() {
    const cards = this.element.querySelectorAll(".bz-card");
    return cards[cards.length - 1]?.getBoundingClientRect();
  }
}
