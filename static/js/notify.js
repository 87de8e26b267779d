// "Your turn" as a notification of the browser: only for who has asked for it with a click, and only while the page is
// hidden. Nobody is asked for leave before that click.

import { icon } from "./dom.js";
import { prefer, recall, remember } from "./memory.js";
import { toast } from "./toast.js";

const KEY = "notify";
const CANNOT = "cannot";

/** The switch `button` and what it lets through; `picture` is shown beside the words. */
export class Notify {
  #button;
  #picture;
  #shown = null;

  constructor(button, picture) {
    this.#button = button;
    this.#picture = picture;
    button.addEventListener("click", () => this.#switch());
    document.addEventListener("visibilitychange", () => document.hidden || this.#shown?.close());
    this.#draw();
  }

  /** Offer the switch to who has something to wait for, where the browser knows notifications. */
  offer(waits) {
    this.#button.hidden = !waits || !("Notification" in window) || !isSecureContext || recall(KEY) === CANNOT;
  }

  /** Tell whoever has asked for it and does not see the page; the frame says at which table. */
  tell(title, frame) {
    if (!document.hidden || !isOn()) return;
    this.#shown = notifyOf(title, { body: tableWords(frame), tag: frame.match, icon: this.#picture });
  }

  async #switch() {
    if (isOn()) prefer(KEY, null);
    else if ((await Notification.requestPermission()) === "granted") prefer(KEY, "on");
    else toast(gettext("Your browser does not let this site notify you; its settings can change that."), "refused");
    this.#draw();
  }

  #draw() {
    const words = gettext("Tell me when it is my turn");
    this.#button.replaceChildren(icon(isOn() ? "bell-on" : "bell"), words);
    this.#button.setAttribute("aria-pressed", String(isOn()));
    this.#button.title = gettext("A notification of your browser, while you look at something else");
  }
}

/** Show a notification and return it; a click leads to this page, where `clicked` is called. */
export function notifyOf(title, options, clicked) {
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
      clicked?.();
    };
    return shown;
  } catch {
    remember(KEY, CANNOT); // on some phones a page may ask, but not show: it is not offered there again
    return null;
  }
}

function tableWords({ seat, seats }) {
  const game = document.querySelector("h1").textContent;
  const others = seats.filter((other) => other.seat !== seat).map(({ name }) => name);
  return `${game}: ${others.join(", ")}`;
}

/** Whether this browser may tell, and is wished to. */
export function isOn() {
  return "Notification" in window && Notification.permission === "granted" && recall(KEY) === "on";
}
