// The first match: a few steps that lead a newcomer on, one line each, gone for good once understood. The words are the
// page's (each game's hint.html); when a step comes up and when it is understood is told by what comes with the frame.

import { recall, remember } from "./memory.js";

const ALL = "yes";

/**
 * The steps of one game, list items in `root` with a button to close them all. Each has an id, data-step, and tokens:
 * data-when has those that call it up, at any time; without, it comes in its turn. data-until has those that show it
 * understood, the viewer's next move unless told. Tokens: "move"; "legal:TYPE" of a move; "event:TYPE", "mine:TYPE".
 */
export class Hint {
  #root;
  #board;
  #key;
  #steps;
  #known;
  #current = null;

  constructor(root, board, game) {
    this.#root = root;
    this.#board = board;
    this.#key = `understood:${game}`;
    this.#steps = [...root.querySelectorAll("[data-step]")];
    this.#known = new Set((recall(this.#key) ?? "").split(" "));
    root.querySelector("button").addEventListener("click", () => this.#close());
  }

  /** Show what the viewer should hear now; `entry` with its events is what led to the frame, absent when not known. */
  show(frame, events = [], entry = undefined) {
    const tokens = tokensOf(frame, events, entry);
    if (meets(this.#current?.dataset.until ?? "move", tokens)) this.#understood(this.#current);
    this.#turnTo(plays(frame) ? this.#next(tokens, frame) : null, frame);
  }

  #next(tokens, frame) {
    const open = this.#steps.filter((step) => !this.#knows(step));
    const called = open.find((step) => meets(step.dataset.when, tokens));
    if (called && !this.#shifts(frame)) return called;
    return open.includes(this.#current) ? this.#current : open.find((step) => !step.dataset.when);
  }

  /** Whether a line that comes or goes would move the cards away under a thumb: in a race, where all play at once. */
  #shifts(frame) {
    return this.#root.hidden && hasty(frame);
  }

  #turnTo(step, frame) {
    this.#current = step ?? null;
    for (const each of this.#steps) each.classList.toggle("shown", each === step);
    this.#root.classList.toggle("gone", !step);
    this.#board.classList.toggle("guided", Boolean(step));
    if (step) this.#root.hidden = false;
    else if (frame.status === "active" && !hasty(frame)) this.#root.hidden = true;
  }

  #knows(step) {
    return this.#known.has(ALL) || this.#known.has(step.dataset.step);
  }

  #understood(step) {
    if (!step) return;
    this.#known.add(step.dataset.step);
    remember(this.#key, [...this.#known].join(" ").trim());
  }

  #close() {
    this.#known.add(ALL);
    remember(this.#key, ALL);
    this.#board.classList.remove("guided");
    this.#root.hidden = true;
    document.getElementById("content").focus({ preventScroll: true }); // what was pressed is gone
  }
}

function plays({ status, seat, seats }) {
  return status === "active" && seat !== undefined && !seats[seat].gave_up;
}

function hasty(frame) {
  return !frame.turn.length && Boolean(frame.legal?.length);
}

function tokensOf(frame, events, entry) {
  const told = new Set((frame.legal ?? []).map(({ type }) => `legal:${type}`));
  for (const event of events) {
    told.add(`event:${event.type}`);
    if (event.seat !== undefined && event.seat === frame.seat) told.add(`mine:${event.type}`);
  }
  if (entry?.kind === "move" && entry.seat !== undefined && entry.seat === frame.seat) told.add("move");
  return told;
}

function meets(tokens, told) {
  return Boolean(tokens) && tokens.split(" ").some((token) => told.has(token));
}
