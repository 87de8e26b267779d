// A leaver's table: all wait for somebody who is to act and is away. A countdown first; then what may be done about it.
// And for whom a bot has played meanwhile: the way back to the own seat.

import { button, confirmed } from "./actions.js";
import { make } from "./dom.js";
import { askToSlow } from "./slowing.js";

const TICK = 250;
const LATER = 300; // the server's clock judges; a button never comes too early
const WAIT = 30000; // until who chose to wait is asked again

/** The panel `root`; `ask` sends a request. */
export class Absence {
  #root;
  #ask;
  #frame = null;
  #came = 0; // when the frame did, on the page's own clock
  #drawn = ""; // what is on the page now
  #asked = new Map(); // when those may be spoken of again whom the person waits for

  constructor(root, ask) {
    this.#root = root;
    this.#ask = ask;
    setInterval(() => this.#frame?.absent && this.#draw(), TICK);
  }

  /** Take in a frame. */
  show(frame) {
    this.#frame = frame;
    this.#came = performance.now();
    this.#draw();
  }

  #draw() {
    const about = this.#about();
    const left = about && this.#left(about);
    const state = this.#state(about, left);
    if (state !== this.#drawn) this.#put(state, about);
    const count = this.#root.querySelector("[data-part=count]");
    if (count) count.textContent = secondsWords(left);
  }

  #put(state, about) {
    const focused = this.#root.contains(document.activeElement);
    this.#drawn = state;
    this.#root.hidden = !state;
    this.#root.replaceChildren(...(state ? this.#content(state, about) : []));
    if (focused) (this.#root.querySelector("button") ?? document.getElementById("content")).focus({ preventScroll: true });
  }

  /** Return what to show as a text that changes whenever the panel has to be drawn anew; "" for nothing. */
  #state(about, left) {
    const { may } = this.#frame;
    if (may.includes("take_back")) return "back";
    if (!about) return "";
    const kind = left > 0 ? "count" : "ask";
    return [kind, about.seat, about.since, ...may].join(" ");
  }

  /** Return whom to speak of: the first of the others who is absent, while this person may do something about it. */
  #about() {
    const { absent = [], seat, may } = this.#frame;
    if (!may.includes("seat_bot")) return undefined;
    return absent.find((one) => one.seat !== seat && !(this.#asked.get(key(one)) > performance.now()));
  }

  #left({ until }) {
    return until + LATER - this.#frame.clocks.now - (performance.now() - this.#came);
  }

  #content(state, about) {
    if (state === "back") return this.#ownSeat();
    const name = this.#frame.seats[about.seat].name;
    if (state.startsWith("count")) {
      const text = interpolate(gettext("%s is away. If they stay away you can play on without them."), [name]);
      return [say(text), make("span", { class: "number", "data-part": "count", role: "timer", "aria-live": "off" })];
    }
    return [say(interpolate(gettext("%s has not come back. What now?"), [name])), make("p", { class: "row" }, ...this.#choices(about, name))];
  }

  #choices(about, name) {
    const { may } = this.#frame;
    const claim = async () => {
      const question = interpolate(gettext("Claim the win? The match ends, and %s has lost."), [name]);
      return (await confirmed(question, gettext("Claim the win"))) && this.#ask({ type: "claim_win", seat: about.seat });
    };
    return [
      may.includes("claim_win") && button("claim", gettext("Claim the win"), "small", claim),
      button("seat_bot", gettext("Let a bot play on"), "small", () => this.#ask({ type: "seat_bot", seat: about.seat })),
      may.includes("offer_draw") && button("absent-draw", gettext("Offer a draw"), "plain small", () => this.#ask({ type: "offer_draw" })),
      may.includes("slow") && button("absent-slow", gettext("Go on by mail?"), "plain small", () => askToSlow(this.#ask)),
      button("wait", gettext("Wait"), "plain small", () => this.#wait(about)),
    ];
  }

  #wait(about) {
    this.#asked.set(key(about), performance.now() + WAIT);
    this.#draw();
  }

  #ownSeat() {
    const text = gettext("You were away, and a bot plays for you.");
    return [say(text), button("take_back", gettext("Take your seat back"), "", () => this.#ask({ type: "take_back" }))];
  }
}

function key({ seat, since }) {
  return `${seat}:${since}`;
}

function say(text) {
  return make("p", { text });
}

function secondsWords(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return interpolate(ngettext("%s second", "%s seconds", seconds), [seconds]);
}
