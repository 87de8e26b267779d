// The moves so far in notation. The lines are asked for while the list is open, and since the last one only: a plain
// move carries nothing of it. Once the match is over each line leads to its step in the replay.

import { chip, make } from "./dom.js";
import { finedWords } from "./entries.js";
import { manner } from "./outcome.js";

const PAUSE = 1500; // between two requests, however fast the match goes

/** The move log in `box`, a <details>; `config` has the addresses of log and replay. */
export class Log {
  #box;
  #list;
  #config;
  #frame = null;
  #lines = [];
  #linked = false;
  #busy = false;

  constructor(box, config) {
    this.#box = box;
    this.#list = box.querySelector("ol");
    this.#config = config;
    box.addEventListener("toggle", () => this.#follow());
    document.addEventListener("visibilitychange", () => this.#follow());
  }

  /** Take in a frame; an open list asks for what has been added. */
  show(frame) {
    this.#frame = frame;
    this.#box.hidden = !frame.view;
    if (!this.#linked && frame.ended) this.#drawAnew();
    this.#follow();
  }

  get #last() {
    return this.#lines.at(-1)?.number ?? 0;
  }

  #behind() {
    return this.#box.open && !document.hidden && this.#frame?.view && this.#last < this.#frame.number;
  }

  async #follow() {
    if (this.#busy || !this.#behind()) return;
    this.#busy = true;
    const more = await this.#ask().catch(() => false); // the next move, or the pause, tries again
    setTimeout(() => {
      this.#busy = false;
      this.#follow();
    }, more ? 0 : PAUSE);
  }

  /** Add the lines since the last one; resolves with whether there are more to fetch at once. */
  async #ask() {
    const response = await fetch(`${this.#config.log}?after=${this.#last}`);
    if (!response.ok) throw new Error(`${this.#config.log}: ${response.status}`);
    const { lines, number } = await response.json();
    this.#add(lines);
    return lines.length > 0 && this.#last < number;
  }

  #add(lines) {
    const atEnd = this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 40;
    this.#lines.push(...lines);
    this.#list.append(...this.#items(lines));
    if (atEnd) this.#list.scrollTop = this.#list.scrollHeight;
  }

  #drawAnew() {
    this.#linked = true;
    this.#list.replaceChildren(...this.#items(this.#lines));
  }

  #items(lines) {
    return lines.filter((line) => line.kind in WORDS).map((line) => this.#item(line));
  }

  #item(line) {
    const who = this.#frame.seats[line.seat];
    const parts = [
      make("span", { class: "soft number", text: line.ply === undefined ? "" : String(line.ply + 1) }),
      make("span", {}, ...WORDS[line.kind](who, line, this.#frame)),
      who && line.kind === "move" ? chip(who.team, this.#frame.seats) : "",
    ];
    const address = `${this.#config.replay}#${line.number}`;
    return make("li", {}, this.#linked ? make("a", { href: address }, ...parts) : make("div", {}, ...parts));
  }
}

const about = (text) => (who) => [interpolate(text, [who?.name ?? ""])];

const WORDS = {
  move: moveWords,
  start: about(gettext("The cards are dealt.")),
  draw_offer: about(gettext("%s offers a draw.")),
  draw_decline: about(gettext("The draw was declined.")),
  slow_offer: about(gettext("%s would like to go on by mail.")),
  slow_decline: about(gettext("The match stays live.")),
  holiday: about(gettext("The holiday of %s was counted.")),
  take_back: about(gettext("%s is back and plays on.")),
  take_over: (who, line, frame) => [interpolate(gettext("A bot plays on for %s."), [frame.seats[line.about]?.name ?? ""])],
  give_up: (who, line, frame) => [manner(frame)],
  adjudicate: endWords,
  abort: endWords,
  pause: about(gettext("Our servers were away for a moment; the clocks were not charged for it.")),
};

function endWords(who, { number }, frame) {
  return [manner(frame), ...why(number, frame)];
}

function moveWords(who, { line, team, number }, frame) {
  if (team !== undefined) return [finedWords(team, frame), ...why(number, frame)];
  const words = make("bdi", { dir: "ltr", text: line ?? gettext("a move") });
  return who ? [make("bdi", { text: who.name }), ": ", words] : [words];
}

/** Return a moderator's reason, which the players are told. */
function why(number, { interventions = [] }) {
  const told = interventions.find((one) => one.number === number);
  return told ? [` ${gettext("The moderator’s reason:")} `, make("bdi", { text: told.why })] : [];
}
