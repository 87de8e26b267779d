// Waiting to be matched: on each page of the person how long already, the way out, and the way to the table.

import { make } from "./dom.js";

/** Tickets of this state have a table that is ready, or has just begun without this page having noticed. */
const SEATED = ["called", "seated"];

export class Tickets {
  leaving = false; // for the table
  #root = document.getElementById("waiting-tickets");
  #since = new Map(); // by ticket: when it began, by this browser's clock
  #known = new Set(); // those that this page has seen waiting

  constructor() {
    if (this.#root) this.#root.dataset.live = ""; // one is enough: static/js/notices.js looks for it
    for (const item of this.#root?.querySelectorAll("[data-ticket]") ?? []) {
      this.#note({ id: Number(item.dataset.ticket), state: item.dataset.state, waited: Number(item.dataset.waited) });
      const way = item.querySelector("a")?.href;
      if (way) this.#go(way);
    }
    this.#tick();
    setInterval(() => this.#tick(), 1000);
  }

  /** Whether something may come at any moment. */
  get waiting() {
    return this.#since.size > 0;
  }

  /** Take in for what the person waits now. */
  show(tickets) {
    const ready = tickets.find((ticket) => ticket.state === "called" || (ticket.state === "seated" && this.#known.has(ticket.id)));
    const open = tickets.filter(({ state, url }) => state !== "seated" && url !== location.pathname); // they are there
    this.#since.clear();
    open.forEach((ticket) => this.#note(ticket));
    if (this.#root) this.#draw(open); // else the page of a stranger, who has just become a guest
    if (ready) this.#go(ready.url);
  }

  #draw(open) {
    const focused = document.activeElement?.closest("[data-ticket]")?.dataset.ticket;
    this.#root.querySelector("ul").replaceChildren(...open.map((ticket) => this.#item(ticket)));
    this.#root.querySelector(`[data-ticket="${focused}"] :is(a, button)`)?.focus();
    this.#root.hidden = !open.length;
    this.#tick();
  }

  #note({ id, state, waited }) {
    this.#since.set(id, Date.now() - waited);
    if (!SEATED.includes(state)) this.#known.add(id);
  }

  /**
   * Lead to the table, but tear nobody away from a match that they play, and lead nobody back to where they have just
   * come from, for instance by leaving that table: there the button is enough.
   */
  #go(url) {
    const there = new URL(url, location.href).href;
    if ([location.href.split(/[?#]/)[0], document.referrer].includes(there.split("#")[0]) || isPlaying()) return;
    this.leaving = true;
    location.assign(url);
  }

  #item({ id, name, state, url }) {
    const ready = state === "called";
    const words = ready ? gettext("Your table is ready") : gettext("Looking for opponents…");
    const item = make(
      "li",
      { class: ready ? "waiting-ticket ready" : "waiting-ticket", "data-ticket": id, "data-state": state },
      make("span", { class: "pulse", "aria-hidden": "true" }),
      make("span", { class: "words" }, make("strong", { text: name }), " ", words),
    );
    if (ready) item.append(make("a", { class: "button small", href: url, text: gettext("To the table") }));
    else item.append(make("span", { class: "number", "data-part": "time", "aria-hidden": "true" }), this.#cancel(id));
    return item;
  }

  #cancel(id) {
    const formaction = this.#root.querySelector("form").dataset.action.replace("/0/", `/${id}/`);
    return make("button", { class: "button plain small", form: "cancel-ticket", formaction, text: gettext("Cancel") });
  }

  #tick() {
    for (const time of this.#root?.querySelectorAll("[data-part=time]") ?? []) {
      const since = this.#since.get(Number(time.closest("[data-ticket]").dataset.ticket));
      const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
      time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
  }
}

function isPlaying() {
  const config = document.getElementById("match-config");
  if (!config) return false;
  const { frame } = JSON.parse(config.textContent);
  return frame.seat !== undefined && frame.status === "active" && document.getElementById("banner").hidden;
}
