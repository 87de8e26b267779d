// "What can I do now?": the present position in words. What may be done came with the frame; each game's own now.js
// says it, and this module what is the same in all.

import { make } from "./dom.js";

const WIDE = matchMedia("(min-width: 900px)");

/** The panel with the answer, opened by `button`; `address` is the game's own module, absent where it has none. */
export class Now {
  #panel;
  #button;
  #text;
  #address;
  #frame = null;

  constructor(panel, button, address) {
    this.#panel = panel;
    this.#button = button;
    this.#address = address;
    this.#text = panel.querySelector("[data-part=text]");
    button.addEventListener("click", () => this.#toggle(panel.hidden));
    panel.querySelector("[data-part=close]").addEventListener("click", () => this.#toggle(false));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#leave(event.target));
    panel.addEventListener("click", () => !WIDE.matches && this.#toggle(false));
    document.addEventListener("pointerdown", (event) => this.#away(event.target));
  }

  /** Take in a frame; an open panel follows it. */
  show(frame) {
    this.#frame = frame;
    this.#button.hidden = !frame.view;
    if (!this.#panel.hidden) this.#draw();
  }

  #toggle(open) {
    const inside = this.#panel.contains(document.activeElement);
    this.#panel.hidden = !open;
    this.#button.setAttribute("aria-expanded", String(open));
    if (!open) return inside && this.#button.focus();
    this.#text.replaceChildren();
    this.#text.setAttribute("aria-live", "polite"); // read out when asked for, not with every move that follows
    return this.#draw().then(() => this.#panel.scrollIntoView({ block: "nearest" }));
  }

  #leave(target) {
    if (this.#panel.contains(target) || target === this.#button) this.#toggle(false);
  }

  /** On a phone it lies over the table: any touch puts it away, and one beside it does what it always does. */
  #away(target) {
    const ours = this.#panel.hidden || this.#panel.contains(target) || this.#button.contains(target);
    if (!ours && !WIDE.matches) this.#toggle(false);
  }

  async #draw() {
    const frame = this.#frame;
    const lines = await this.#lines(frame);
    if (frame !== this.#frame) return; // a newer one is being drawn
    const [lead, ...more] = [leadWords(frame, lines.length > 0), ...endWords(frame)];
    const list = lines.length > 0 && make("ul", {}, ...lines.map((text) => make("li", { text })));
    this.#text.replaceChildren(make("p", { text: lead }), list || "", ...more.map((text) => make("p", { text })));
    setTimeout(() => this.#text.setAttribute("aria-live", "off"), 1000);
  }

  async #lines(frame) {
    if (!this.#address || !plays(frame)) return [];
    const { nowWords } = await import(this.#address);
    return nowWords(frame);
  }
}

function plays({ status, seat, seats }) {
  return status === "active" && seat !== undefined && !seats[seat].gave_up;
}

function leadWords(frame, choices) {
  if (frame.status !== "active") return gettext("The match is over: step through it, or play again.");
  if (!plays(frame)) return frame.seat === undefined ? watchWords(frame) : goneWords(frame);
  if (frame.turn.includes(frame.seat)) return choices ? gettext("It is your turn. You can:") : gettext("It is your turn: choose on the board.");
  if (choices) return frame.turn.length ? gettext("It is not your turn, and yet you can:") : gettext("All play at once. You can:");
  return waitWords(frame);
}

function goneWords({ may }) {
  if (may.includes("take_back")) return gettext("A bot plays for you. You can take your seat back.");
  return gettext("A bot plays on for you; you can go on watching or leave.");
}

function watchWords(frame) {
  return [gettext("You are watching: the players move."), turnWords(frame)].filter(Boolean).join(" ");
}

function waitWords(frame) {
  if (!frame.turn.length) return gettext("Nothing just now: wait for what comes next.");
  return [turnWords(frame), gettext("Until then there is nothing for you to do.")].join(" ");
}

function turnWords({ turn, seats }) {
  const names = turn.map((seat) => seats[seat].name).join(", ");
  return names && interpolate(gettext("It is the turn of %s."), [names]);
}

/** What else the page asks or offers. */
function endWords({ may }) {
  return may.includes("accept_draw") ? [gettext("A draw is offered: you can accept it, or play on.")] : [];
}
