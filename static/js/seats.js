// The seats of a match that is being played or over: name, team, clock, whose turn, who is here.

import { clockText, Clocks } from "./clocks.js";
import { chip, icon, make } from "./dom.js";
import { face, levelWords, points, shownName } from "./names.js";

const TICK = 100;

/** The panel of seats in `root`. */
export class Seats {
  #root;
  #clocks = null;
  #seats = [];
  #present = new Set();
  #byMail = false;

  constructor(root) {
    this.#root = root;
    setInterval(() => this.#tick(), TICK);
  }

  /** Draw the seats of a frame. */
  show(frame) {
    this.#clocks = new Clocks(frame);
    this.#seats = frame.seats;
    this.#byMail = frame.pace === "mail";
    this.#root.replaceChildren(...frame.seats.map((seat) => this.#panel(seat, frame)));
    this.#root.classList.toggle("many", frame.seats.length > 4);
    this.#tick();
    this.#markPresent();
    this.#scrollToTurn();
  }

  /** Mark who is connected. */
  showPresence(presence) {
    this.#present = new Set(presence.seats);
    this.#markPresent();
  }

  /** The seats whose people are missed at the table; by mail nobody is. */
  get away() {
    return this.#byMail ? [] : this.#gone();
  }

  /** Those whose people are not connected; a bot always is. */
  #gone() {
    return this.#seats.filter(({ seat, bot }) => !bot && !this.#present.has(seat)).map(({ seat }) => seat);
  }

  #panel(seat, frame) {
    const clocked = frame.pace !== "mail" && this.#clocks.remaining(seat.seat) !== undefined; // by mail: deadline.js
    const turn = frame.status === "active" && frame.turn.includes(seat.seat);
    const mine = seat.seat === frame.seat;
    const classes = ["seat", turn && "turn", mine && "mine", seat.gave_up && "gone"].filter(Boolean).join(" ");
    return make(
      "div",
      { class: classes, "data-seat": seat.seat, "aria-current": turn && "true" },
      chip(seat.team, frame.seats),
      seat.face && face(seat.face, 28),
      make("span", { class: "seat-name" }, make("bdi", { text: seat.name }), ...marks(seat, mine)),
      clocked && make("span", { class: "clock number", "data-clock": seat.seat, role: "timer", "aria-live": "off" }),
      make("span", { class: "dot" }),
    );
  }

  #tick() {
    if (!this.#clocks) return;
    for (const shown of this.#root.querySelectorAll("[data-clock]")) {
      const seat = Number(shown.dataset.clock);
      const text = clockText(this.#clocks.remaining(seat));
      if (shown.textContent !== text) shown.textContent = text;
      shown.classList.toggle("low", this.#clocks.low(seat));
    }
  }

  #markPresent() {
    const away = this.#gone();
    for (const panel of this.#root.children) {
      const here = !away.includes(Number(panel.dataset.seat));
      panel.classList.toggle("away", !here);
      panel.title = here ? gettext("At the table") : gettext("Not connected");
    }
  }

  /** On a phone a long row of seats scrolls sideways; only the row moves, never the page. */
  #scrollToTurn() {
    const panel = this.#root.querySelector(".turn");
    if (!panel || this.#root.scrollWidth <= this.#root.clientWidth) return;
    const by = panel.getBoundingClientRect().left - this.#root.getBoundingClientRect().left;
    this.#root.scrollBy({ left: by - 24, behavior: "smooth" });
  }
}

function botMark(policy) {
  const level = levelWords(policy);
  const title = interpolate(pgettext("its level", "Bot (%(level)s)"), { level }, true);
  const told = make("span", { class: "unseen", text: title });
  const shown = make("span", { class: "level", "aria-hidden": "true", text: level });
  return make("span", { class: "mark bot", title }, icon("bot"), told, shown);
}

/** Return the mark of a bot account: whose program it is. */
function ownedMark(owner) {
  const text = interpolate(gettext("bot of %(owner)s"), { owner: shownName(owner) }, true);
  return make("span", { class: "mark bot" }, icon("bot"), make("bdi", { text }));
}

/** Return by what somebody left: only who resigned gave up. */
function leftWords({ stand_in: standIn, left }) {
  if (standIn || left === "absence" || left === "claim") return gettext("away");
  return left === "time" ? gettext("ran out of time") : gettext("gave up");
}

/** Return the small marks after a name: how strong, you, guest, bot, by what they left. */
export function marks(seat, mine) {
  const shown = seat.strength ? [points(seat.strength)] : [];
  if (mine) shown.push(make("span", { class: "mark you", text: gettext("you") }));
  else if (seat.guest) shown.push(make("span", { class: "mark", text: gettext("guest") }));
  if (seat.bot_of) shown.push(ownedMark(seat.bot_of));
  if (seat.bot) shown.push(botMark(seat.bot));
  if (seat.gave_up) shown.push(make("span", { class: "mark", text: leftWords(seat) }));
  return shown;
}
