// An open table before the start: who sits where, taking and leaving seats, bots, the invite link, ready and start.
// A salt is drawn when it is sent: by then the page has shown and kept the deal's commitment.

import { copyText } from "./copy.js";
import { chip, icon, iconButton, make } from "./dom.js";
import { gatheringParts } from "./gathering.js";
import { recall, remember } from "./memory.js";
import { face, levelWords, personLink, shownName } from "./names.js";
import { freshSalt } from "./random.js";
import { isKeptFor } from "./rematch.js";
import { marks } from "./seats.js";

const LEVELS = ["gentle", "steady", "sharp"];
const LEVEL = "bots"; // remembered under this name

/** The panel of an open table in `root`; `ask` sends a request, `config` is the page's. */
export class Waiting {
  #root;
  #ask;
  #config;
  #level = LEVELS.find((level) => level === recall(LEVEL)) ?? "steady";

  constructor(root, ask, config) {
    this.#root = root;
    this.#ask = ask;
    this.#config = config;
  }

  /** Draw the table of a frame; what had the focus keeps it, and where that is gone the heading has it. */
  show(frame) {
    const held = this.#root.contains(document.activeElement);
    const key = document.activeElement?.dataset.key;
    this.#root.replaceChildren(...this.#parts(frame).filter(Boolean));
    if (held) (this.#root.querySelector(`[data-key="${key}"]`) ?? this.#root.querySelector("h2")).focus();
  }

  #parts(frame) {
    if (frame.gathering) return gatheringParts(frame, [this.#terms(frame), frame.rated && this.#config.ratings], this.#buttons(frame));
    return [
      make("h2", { tabindex: -1, text: this.#title(frame) }),
      this.#terms(frame),
      frame.rated && this.#config.ratings,
      frame.seat === undefined && !frame.watchers && notice(gettext("Will not be shown to watchers after the start.")),
      make("ul", { class: "places" }, ...frame.seats.map((seat) => this.#place(seat, frame))),
      this.#buttons(frame),
      frame.seats.some((seat) => seat.empty && !seat.kept) && this.#invite(),
    ];
  }

  /** Take a seat, any free one without a number. */
  join(seat) {
    return this.#ask({ type: "join", salt: freshSalt(), ...(seat === undefined ? {} : { seat }) });
  }

  /** Start the match. */
  start() {
    return this.#ask({ type: "start", salt: freshSalt() });
  }

  /** By mail the host need not be here when the last player is ready; so the salt comes now. */
  #readyHost() {
    return this.#ask({ type: "ready", ready: true, salt: freshSalt() });
  }

  #title(frame) {
    const kept = frame.seats.filter((seat) => seat.kept);
    const free = frame.seats.filter((seat) => seat.empty).length;
    if (free && kept.length === free) return keptTitle(kept, this.#config);
    if (free) return interpolate(ngettext("Waiting for %s player", "Waiting for %s players", free), [free]);
    return awaited(frame);
  }

  /** What is played here: the clock, and the options that are not the usual ones. */
  #terms(frame) {
    const words = [frame.rated ? gettext("rated") : gettext("casual"), ...this.#config.terms];
    if (!frame.listed) words.push(gettext("not in the lobby"));
    if (!frame.watchers) words.push(gettext("no watchers"));
    return make("p", { class: "terms" }, ...words.map((word) => tag(word)));
  }

  #place(seat, frame) {
    const number = seat.seat;
    const mine = number === frame.seat;
    if (seat.empty) return make("li", { class: `place free ${seat.kept ? "kept" : ""}` }, chip(seat.team, frame.seats), ...this.#free(seat, frame));
    const state = number === frame.host ? tag(gettext("host")) : readiness(seat);
    return make(
      "li",
      { class: "place" },
      chip(seat.team, frame.seats),
      seat.face && face(seat.face, 32),
      make("span", { class: "seat-name" }, personLink(seat), ...marks(seat, mine)),
      state,
      frame.may.includes("kick") && !mine && this.#kick(seat),
    );
  }

  #free(seat, frame) {
    const free = make("span", { class: "seat-name soft", text: gettext("Free seat") });
    if (!seat.kept) return [free, ...this.#offers(seat, frame)];
    const name = make("span", { class: "seat-name soft" }, make("bdi", { text: shownName(seat.kept) }));
    return [name, tag(gettext("invited")), ...this.#offers(seat, frame), frame.may.includes("kick") && this.#kick(seat)];
  }

  #offers({ seat: number, ...seat }, frame) {
    const offers = [];
    const may = seat.kept ? isKeptFor(seat, this.#config) && frame.seat === undefined : frame.may.includes("join");
    if (may) {
      offers.push(...this.#waysIn(number));
      if (seat.kept) {
        const decline = () => this.#ask({ type: "decline" });
        offers.push(button(`decline-${number}`, gettext("No, thanks"), "plain small", decline));
      }
    }
    if (frame.may.includes("add_bot")) {
      const add = () => this.#ask({ type: "add_bot", seat: number, policy: this.#level });
      offers.push(button(`bot-${number}`, gettext("Add a bot"), "plain small", add));
    }
    return offers;
  }

  /** At a table for members, who is none signs up first; a guest's seat would be refused. */
  #waysIn(number) {
    const { anonymous, signup } = this.#config;
    const words = anonymous ? gettext("Sit here as a guest") : gettext("Sit here");
    const sit = () => (anonymous ? this.#joinAsGuest(number) : this.join(number));
    const first = signup ? this.#signUpAndJoin(number) : button(`join-${number}`, words, "small", sit);
    return [first, (signup || anonymous) && this.#loginAndJoin(number)];
  }

  #kick(seat) {
    const text = seat.kept ? gettext("Keep this seat for %s no longer") : gettext("Send %s away");
    const words = interpolate(text, [seat.kept ? shownName(seat.kept) : seat.name]);
    return iconButton("close", words, `kick-${seat.seat}`, () => this.#ask({ type: "kick", seat: seat.seat }));
  }

  /** A guest is made by a form; after the page has come back, the seat is taken by itself. */
  #joinAsGuest(number) {
    this.#want(number);
    document.getElementById("guest").requestSubmit();
  }

  /** The same by way of the log-in page, which leads back here. */
  #loginAndJoin(number) {
    const link = { class: "small-text", href: this.#root.dataset.login, "data-key": `login-${number}` };
    return make("a", { ...link, text: gettext("Log in and sit here"), onclick: () => this.#want(number) });
  }

  #signUpAndJoin(number) {
    const link = { class: "button small", href: this.#config.signup, "data-key": `signup-${number}` };
    return make("a", { ...link, text: gettext("Sign up and sit here"), onclick: () => this.#want(number) });
  }

  #want(number) {
    sessionStorage.setItem(`join:${this.#config.frame.match}`, String(number));
  }

  #buttons(frame) {
    const may = new Set(frame.may);
    const press = (key, words, kind, body) => button(key, words, kind, () => this.#ask(body));
    const row = make("div", { class: "row" });
    if (may.has("start")) row.append(button("start", gettext("Start the match"), "", () => this.start()));
    const hosts = frame.seat === frame.host;
    if (may.has("ready") && hosts) row.append(button("ready", gettext("Start as soon as all are ready"), "", () => this.#readyHost()));
    else if (may.has("ready")) row.append(press("ready", gettext("I am ready"), "", { type: "ready", ready: true }));
    if (may.has("unready")) {
      row.append(press("ready", gettext("Not ready after all"), "plain", { type: "ready", ready: false }));
    }
    const free = frame.seats.filter((seat) => seat.empty && !seat.kept).map(({ seat }) => seat);
    if (may.has("add_bot") && free.length > 1) {
      const fill = () => free.forEach((seat) => this.#ask({ type: "add_bot", seat, policy: this.#level }));
      row.append(button("fill", gettext("Fill with bots"), "plain", fill));
    }
    if (may.has("add_bot")) row.append(this.#levels());
    if (may.has("leave")) row.append(press("leave", gettext("Leave the table"), "plain", { type: "leave" }));
    return row;
  }

  /** The level of the bots that are added from now on; remembered for the next table. */
  #levels() {
    const option = (level) => make("option", { value: level, selected: level === this.#level, text: levelWords(level) });
    const choice = make("select", { "data-key": "level" }, ...LEVELS.map(option));
    choice.addEventListener("change", () => remember(LEVEL, (this.#level = choice.value)));
    return make("label", { class: "level-choice" }, make("span", { text: gettext("Bots play:") }), choice);
  }

  #invite() {
    const words = gettext("Invite link");
    const names = { class: "mono", readonly: true, "aria-label": words, "data-key": "link" };
    const link = make("input", { ...names, value: this.#config.invite });
    link.addEventListener("focus", () => link.select());
    const copy = button("copy", gettext("Copy the link"), "plain", () => copyText(link, gettext("The link is copied.")));
    copy.prepend(icon("copy"));
    const ask = notice(gettext("Send this link to the people you want here:"));
    return make("div", { class: "invite" }, ask, make("div", { class: "invite-row" }, link, copy, ...this.#share()));
  }

  /** What the device itself offers for passing something on; most desktops offer nothing. */
  #share() {
    if (!navigator.share) return [];
    const told = { url: this.#config.invite, title: document.title };
    return [button("share", gettext("Share…"), "plain", () => navigator.share(told).catch(() => {}))];
  }
}

/** After a guest was made: return the seat that was wanted before (once), else undefined. */
export function wantedSeat(match) {
  const key = `join:${match}`;
  const seat = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return seat === null ? undefined : Number(seat);
}

/** Return who is still to come back to a table at which all seats are kept. */
function keptTitle(kept, config) {
  if (kept.some((seat) => isKeptFor(seat, config))) return gettext("Your seat is kept for you");
  return interpolate(gettext("Waiting for %s"), [kept.map((seat) => shownName(seat.kept)).join(", ")]);
}

/** Return what a full table still waits for, as the viewer should hear it. */
function awaited(frame) {
  if (frame.may.includes("start")) return gettext("All are here: start when you like");
  if (frame.may.includes("ready")) return gettext("All are here: are you ready?");
  const slow = frame.seats.filter((seat) => seat.seat !== frame.host && !seat.bot && !seat.ready);
  if (!slow.length) return interpolate(gettext("Waiting for %s to start"), [frame.seats[frame.host]?.name ?? ""]);
  const names = slow.map((seat) => seat.name).join(", ");
  return interpolate(ngettext("Waiting until %s is ready", "Waiting until %s are ready", slow.length), [names]);
}

function notice(words) {
  return make("p", { class: "soft", text: words });
}

function readiness(seat) {
  return seat.ready || seat.bot ? tag(gettext("ready"), "accent") : tag(gettext("not ready yet"));
}

function tag(words, kind = "") {
  return make("span", { class: `tag ${kind}`.trim(), text: words });
}

function button(key, text, kind, act) {
  const made = make("button", { class: `button ${kind}`.trim(), type: "button", "data-key": key }, text);
  made.addEventListener("click", async () => {
    if (made.hasAttribute("aria-disabled")) return;
    made.setAttribute("aria-disabled", "true"); // a disabled one would lose the focus
    await act();
    made.removeAttribute("aria-disabled");
  });
  return made;
}
