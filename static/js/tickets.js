// Waiting to be matched: on each page of the person how long already, the way out, and the way to the table.

import { make } from "./dom.js";
import { recall, remember } from "./memory.js";
import { isOn, notifyOf } from "./notify.js";
import { showReady } from "./title.js";

/** Tickets of this state have a table that is ready, or has just begun without this page having noticed. */
const SEATED = ["called", "seated"];
const MAIL = "mail";
const LED = "led"; // remembered under this name: the table to which a page of this browser has led
const PASSING = "#quick, #filters, .play-now"; // what is chosen there nobody misses
const inLobby = document.getElementById("quick") !== null; // what may take days, by mail, stands there alone

export class Tickets {
  leaving = false; // for the table
  #root = document.getElementById("waiting-tickets");
  #since = new Map(); // by ticket: when it began, by this browser's clock
  #known = new Set(); // those that this page has seen waiting
  #mailed = false; // whether something is waited for that may take days
  #told = ""; // the table of which a hidden page has told

  constructor() {
    if (this.#root) this.#root.dataset.live = ""; // one is enough: static/js/notices.js looks for it
    for (const item of this.#root?.querySelectorAll("[data-ticket]") ?? []) {
      const { ticket, pace, state, waited } = item.dataset;
      this.#note({ id: Number(ticket), pace, state, waited: Number(waited) });
      const way = item.querySelector("a")?.href;
      if (way) this.#go(way);
    }
    document.addEventListener("visibilitychange", () => this.#told && !document.hidden && this.#go(this.#told));
    this.#tick();
    setInterval(() => this.#tick(), 1000);
  }

  /** Whether something may come at any moment. */
  get waiting() {
    return this.#since.size > 0;
  }

  /** Whether anything is waited for. */
  get some() {
    return this.waiting || this.#mailed;
  }

  /** Take in for what the person waits now. */
  show(tickets) {
    const live = tickets.filter(({ pace }) => pace !== MAIL);
    const mailed = inLobby ? tickets.filter(({ pace }) => pace === MAIL) : [];
    const ready = live.find((ticket) => ticket.state === "called" || (ticket.state === "seated" && this.#known.has(ticket.id)));
    const here = live.filter(({ state, url }) => state !== "seated" && url !== location.pathname); // they are there
    const open = [...here, ...mailed];
    this.#since.clear();
    this.#mailed = false;
    open.forEach((ticket) => this.#note(ticket));
    if (this.#root) this.#draw(open); // else the page of a stranger, who has just become a guest
    if (ready) this.#go(ready.url);
    else this.#tell("");
  }

  #draw(open) {
    const focused = document.activeElement?.closest("[data-ticket]")?.dataset.ticket;
    this.#root.querySelector("ul").replaceChildren(...open.map((ticket) => this.#item(ticket)));
    this.#root.querySelector(`[data-ticket="${focused}"] :is(a, button)`)?.focus();
    this.#root.hidden = !open.length;
    this.#tick();
  }

  #note({ id, pace, state, waited }) {
    if (pace === MAIL) {
      this.#mailed = true;
      return;
    }
    this.#since.set(id, Date.now() - waited);
    if (!SEATED.includes(state)) this.#known.add(id);
  }

  /**
   * Lead to the table, but tear nobody away from a match that they play or from what they write, and lead nobody back
   * to where they have just come from, for instance by leaving that table: there the button is enough. So it is in all
   * pages but one; one that is hidden tells of the table, and leads when it is looked at.
   */
  #go(url) {
    const there = new URL(url, location.href).href;
    const been = [location.href.split(/[?#]/)[0], document.referrer].includes(there.split("#")[0]);
    const led = been || recall(LED) === there;
    this.#tell(!led && document.hidden ? url : "");
    if (led || document.hidden || isPlaying() || isWriting()) return;
    remember(LED, there);
    this.leaving = true;
    location.assign(url);
  }

  /** Tell whoever looks at something else that their table is ready, in the title of the tab and as they wish it. */
  #tell(url) {
    if (url === this.#told) return;
    this.#told = url;
    showReady(url !== "");
    if (url && isOn()) notifyOf(gettext("Your table is ready"), { tag: url });
  }

  #item({ id, name, pace, state, url }) {
    const ready = SEATED.includes(state);
    const item = make(
      "li",
      { class: ready ? "waiting-ticket ready" : "waiting-ticket", "data-ticket": id, "data-state": state },
      make("span", { class: "pulse", "aria-hidden": "true" }),
      make("span", { class: "words" }, make("strong", { text: name }), " ", stateWords(pace, ready)),
    );
    if (ready) {
      item.append(make("a", { class: "button small", href: url, text: gettext("To the table") }));
    } else {
      if (pace !== MAIL) item.append(make("span", { class: "number", "data-part": "time", "aria-hidden": "true" }));
      item.append(this.#cancel(id));
    }
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

function stateWords(pace, ready) {
  if (pace !== MAIL) return ready ? gettext("Your table is ready") : gettext("Looking for opponents…");
  return ready ? gettext("Your match by mail has begun") : gettext("Looking for opponents by mail. You may close this page.");
}

function isPlaying() {
  const config = document.getElementById("match-config");
  if (!config) return false;
  const { frame } = JSON.parse(config.textContent);
  return frame.seat !== undefined && frame.status === "active" && document.getElementById("banner").hidden;
}

/** Whether something on this page is half filled in, and would be lost. */
function isWriting() {
  const fields = document.querySelectorAll("#content :is(input, textarea, select)");
  return Array.from(fields).some((field) => !field.closest(PASSING) && isChanged(field));
}

function isChanged(field) {
  if (field.disabled || field.readOnly || field.type === "hidden") return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const usual = Array.from(field.options).find((option) => option.defaultSelected) ?? field.options[0];
  return field.value !== usual?.value;
}
