// Whether a rated match will count, before it begins and while it is played, and what it has changed, after its end; and
// how strong they are who sit there, until then. The frame says only that it is rated; the rest is asked for, and lies on
// the way of no move.

import { make } from "./dom.js";

const WORK = 1000; // ms until a match that has just ended has usually been counted
const TRIES = 6; // each after twice the time

/** What a rated match means for the ratings, in `element`, which stands in the panel before the start, then below the seats, at last in the banner. */
export class Ratings {
  element = make("div", { class: "ratings", role: "status" });
  #address;
  #strengths;
  #changed;
  #frame = null;
  #about = "";
  #first = true;

  /** `strengths`: what is known already, by name; `changed` is called when there is more to put beside the names. */
  constructor(address, strengths, changed) {
    this.#address = address;
    this.#strengths = strengths;
    this.#changed = changed;
  }

  /** Put how strong the people of a named frame are into their seats, for whoever draws them; not when it is over. */
  mark({ status, seats }) {
    const judged = status === "open" || status === "active";
    for (const seat of seats) seat.strength = judged && !seat.bot ? this.#strengths[seat.face] : undefined;
  }

  /** Take in a frame: ask again when somebody sits down or leaves before the start, when it begins, and after the end. */
  show(frame) {
    this.#frame = frame;
    const about = topic(frame);
    if (about === this.#about) return;
    this.#about = about;
    if (about && !(this.#first && !frame.rated)) this.#ask(about, frame.status === "finished" && !this.#first ? WORK : 0);
    else this.element.replaceChildren();
    this.#first = false;
  }

  async #ask(about, wait, tried = 1) {
    await new Promise((done) => setTimeout(done, wait));
    if (about !== this.#about) return;
    const told = await fetch(this.#address).then((answer) => answer.json()).catch(() => ({ state: "pending" }));
    if (about !== this.#about) return;
    if (told.state === "pending" && tried < TRIES) this.#ask(about, Math.max(wait, WORK / 2) * 2, tried + 1);
    else this.#take(told);
  }

  #take(told) {
    this.#draw(told);
    if (!told.strengths || JSON.stringify(told.strengths) === JSON.stringify(this.#strengths)) return;
    this.#strengths = told.strengths;
    this.#changed();
  }

  #draw(told) {
    if (told.changes) this.element.replaceChildren(changes(told.changes, this.#frame));
    else this.element.replaceChildren(...(told.sentence ? [make("p", { class: "small-text", text: told.sentence })] : []));
  }
}

function topic({ rated, status, seats }) {
  if (status === "aborted" || (!rated && status !== "open")) return "";
  return `${status} ${status === "open" ? seats.map((seat) => seat.name ?? "").join("\n") : ""}`;
}

function changes(told, frame) {
  const own = told.filter(({ seat }) => seat === frame.seat);
  const rows = [...own, ...told.filter(({ seat }) => seat !== frame.seat)].map((one) => change(one, frame));
  return make("ul", { class: "changes", "aria-label": gettext("Ratings") }, ...rows);
}

function change({ seat, before, after, margin, provisional }, frame) {
  const words = interpolate(gettext("%(before)s before, %(after)s now, ± %(margin)s"), { before, after, margin }, true);
  const difference = make("span", { class: `number ${after > before ? "up" : ""}`, text: signed(after - before) });
  return make(
    "li",
    { class: seat === frame.seat && "mine", title: words },
    make("bdi", { text: frame.seats[seat].name }),
    make("strong", { class: "number", text: String(after) }),
    difference,
    provisional && make("span", { class: "soft", text: gettext("provisional") }),
  );
}

function signed(points) {
  if (!points) return "±0";
  return points > 0 ? `+${points}` : `−${-points}`;
}
