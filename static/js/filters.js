// Which tables are shown: asked by the visitor, remembered by the browser, chosen by the server from all there are. What
// stands here already is sifted at once, by the same rules.

import { recall, remember } from "./memory.js";

const KEY = "filters";
const PAUSE = 250; // ms: who goes through a choice by its arrows asks for the last one alone
const PATIENCE = 4000; // ms for the server's answer, until what stands here is all that is known
const FITS = {
  only: (card, wanted) => card.dataset.game === wanted,
  free: (card, wanted) => card.querySelectorAll(".empty-seat").length >= Number(wanted),
  rated: (card, wanted) => card.dataset.rated === wanted,
  speed: (card, wanted) => card.dataset.speed === wanted,
};
const OF_LIST = { open: Object.keys(FITS), live: ["only"] };

export class Filters {
  onChange = () => {}; // gets what is asked for
  #form;
  #lists;
  #awaited = new Set(); // the lists of which the server has not said yet what fits
  #timers = {};

  /** The choices in `form` (home has none) narrow `lists`: open and live. */
  constructor(form, lists) {
    this.#form = form;
    this.#lists = lists;
    if (!form) return;
    if (!isInAddress()) this.#fillIn();
    form.addEventListener("change", () => this.#changed());
  }

  /** What is asked for, by name. */
  get asked() {
    const told = this.#form ? [...new FormData(this.#form)] : [];
    return Object.fromEntries(told.filter(([name, value]) => name in FITS && value));
  }

  /** The server has told what fits in a list, if it is one of these, and whether it leaves out some of that. */
  answered(list, cut) {
    if (!(list in OF_LIST)) return;
    this.#awaited.delete(list);
    document.querySelector(`[data-cut=${list}]`).hidden = !cut;
  }

  /** Show of what stands in the lists the cards that are wanted; one's own stand elsewhere. */
  sift() {
    for (const name of Object.keys(OF_LIST)) this.#siftList(name);
    const any = this.#shows("open");
    const asked = Object.keys(this.asked).length > 0;
    this.#lists.open.hidden = !any;
    this.#lists.live.parentElement.hidden = !this.#shows("live");
    document.querySelector("[data-empty=open]").hidden = any || asked;
    document.querySelector("[data-none]").hidden = any || !asked || this.#awaited.has("open");
  }

  #siftList(name) {
    const wanted = Object.entries(this.asked).filter(([key]) => OF_LIST[name].includes(key));
    const fits = (card) => !card.hasAttribute("data-own") && wanted.every(([key, value]) => FITS[key](card, value));
    for (const card of this.#lists[name].children) card.hidden = !fits(card);
  }

  #shows(name) {
    return this.#lists[name].querySelector("li:not([hidden])") !== null;
  }

  #fillIn() {
    const known = recalled();
    for (const name of Object.keys(FITS)) if (known[name]) this.#form.elements[name].value = known[name];
    if (Object.keys(this.asked).length) this.#await();
  }

  #changed() {
    remember(KEY, JSON.stringify(this.asked));
    if (isInAddress()) history.replaceState(null, "", location.pathname); // what is remembered counts from now on
    this.#await();
    this.sift();
    clearTimeout(this.#timers.ask);
    this.#timers.ask = setTimeout(() => this.onChange(this.asked), PAUSE);
  }

  #await() {
    this.#awaited = new Set(Object.keys(OF_LIST));
    clearTimeout(this.#timers.patience);
    this.#timers.patience = setTimeout(() => {
      this.#awaited.clear();
      this.sift();
    }, PATIENCE);
  }
}

/** Whether the address says what is asked for, as it does for browsers without scripts. */
function isInAddress() {
  const told = new URLSearchParams(location.search);
  return Object.keys(FITS).some((name) => told.has(name));
}

function recalled() {
  try {
    return JSON.parse(recall(KEY) ?? "{}");
  } catch {
    return {}; // not ours
  }
}
