// The chat: to the whole table, shown as text only. Plain text, or set phrases where the page has buttons for them.

import { icon, make } from "./dom.js";
import { shownName } from "./names.js";
import { Phrases } from "./phrases.js";
import { exactTime, timeZone } from "./times.js";
import { toast } from "./toast.js";

const WIDE = matchMedia("(min-width: 900px)");

/** The chat of one table; `ask` sends a request; of the `unheard`, whom the viewer has blocked, no line is shown. */
export class Chat {
  #box = document.getElementById("chat");
  #log = document.getElementById("chat-log");
  #form = document.getElementById("chat-form"); // null where the table talks in set phrases
  #phrases = null;
  #unread = document.getElementById("unread");
  #last = 0;
  #missed = 0;
  #unheard;

  constructor(ask, unheard = []) {
    this.#unheard = new Set(unheard);
    this.#box.open = WIDE.matches;
    this.#box.addEventListener("toggle", () => this.#seen());
    const phrases = document.getElementById("phrases");
    if (phrases) this.#phrases = new Phrases(phrases, ask);
    this.#form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say(ask);
    });
  }

  /** Whether the viewer may speak. */
  allow(may) {
    if (this.#phrases) this.#phrases.allow(may);
    else this.#form.hidden = !may;
  }

  /** Show the lines that came with a whole state, if any did; those already shown are left alone. */
  catchUp(lines = []) {
    const first = this.#last === 0;
    for (const line of lines) this.#add(line);
    if (first) this.#seen();
  }

  /** Add a line just said; a phrase is shown at once where the chat is folded away, as on phones. */
  add(line) {
    const words = this.#add(line);
    if (!words || !line.phrase || this.#box.open) return;
    toast(`\u2068${shownName(line.name)}\u2069: ${words.textContent}`, "", "phrase");
  }

  #add(line) {
    if (line.id <= this.#last) return undefined;
    this.#last = line.id;
    if (this.#unheard.has(line.name)) return undefined;
    const atEnd = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < 40;
    const words = this.#words(line);
    this.#log.append(lineOf(line, words, this.#reportLink(line)));
    if (atEnd) this.#log.scrollTop = this.#log.scrollHeight;
    if (!this.#box.open) this.#miss();
    return words;
  }

  #words({ text, phrase }) {
    if (phrase === "removed") return make("p", { class: "soft", text: gettext("removed") }); // who said it is no more
    return phrase && this.#phrases ? this.#phrases.said(phrase) : make("p", { dir: "auto", text });
  }

  /** The way to report a line of somebody else, in a tab of its own: the table stays. */
  #reportLink({ id, name }) {
    const { report, own } = this.#log.dataset;
    if (!report || name === own) return false;
    const words = interpolate(gettext("Report this line of %(name)s"), { name: shownName(name) }, true);
    const href = report.replace("LINE", id);
    return make("a", { class: "report-line", href, target: "_blank", "aria-label": words, title: words }, icon("flag"));
  }

  async #say(ask) {
    const input = this.#form.querySelector("input");
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    try {
      await ask({ type: "chat", text });
    } catch {
      input.value ||= text; // refused: the words are not lost
    }
  }

  #miss() {
    this.#missed += 1;
    this.#unread.textContent = String(this.#missed);
    this.#unread.hidden = false;
  }

  #seen() {
    if (!this.#box.open) return;
    this.#missed = 0;
    this.#unread.hidden = true;
    this.#log.scrollTop = this.#log.scrollHeight;
  }
}

function lineOf(line, words, report) {
  const instant = new Date(line.at);
  const wanted = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone };
  const time = instant.toLocaleTimeString(document.documentElement.lang, wanted);
  return make(
    "li",
    { title: exactTime(instant.getTime()) },
    make(
      "div",
      { class: "chat-head" },
      make("bdi", { text: shownName(line.name) }),
      line.is_bot && make("span", { class: "mark bot", text: pgettext("mark", "bot") }),
      make("time", { class: "soft number", datetime: instant.toISOString(), text: time }),
      report,
    ),
    words,
  );
}
