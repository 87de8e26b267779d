/**
 * The open cards: laid out, pointed to, walked over by keys.
 */
import { html } from "../js/board/drawing.js";
import { keepFocus, keepTabStop, rove } from "../js/board/roving.js";
import { drawCard } from "./cards.js";
import { keyOf, layOut, tiltOf } from "./model.js";
import { cardWords } from "./words.js";

const [MARGIN, LOWEST, HIGHEST] = [16, 230, 720]; // pixels: below the mat, and of its height

export class Table {
  /** Draws into `open` inside `mat`, above `claim`; onPick(n) is told of a card that was chosen. */
  constructor({ open: root, mat, claim }, onPick) {
    this.root = root;
    this.mat = mat;
    this.claim = claim;
    this.onPick = onPick;
    this.cards = [];
    this.resized = new ResizeObserver(() => requestAnimationFrame(() => this.fit()));
    this.resized.observe(document.documentElement);
    this.resized.observe(mat);
    root.addEventListener("keydown", (event) => this.walk(event));
    this.fit();
  }

  /** Shows the open cards of a view; those there stay as they are. Cleared, they leave the focus to the empty table. */
  draw(view) {
    const waiting = document.activeElement === this.root;
    keepFocus(this.root, () => this.lay(view), () => this.root); // the diamond would be grabbed by the next press
    if (waiting) this.focus();
  }

  lay({ open, filling }) {
    if (this.filling !== filling || open.length < this.cards.length) this.clear();
    this.filling = filling;
    const fresh = open.slice(this.cards.length).map((card) => this.card(card));
    this.cards.push(...fresh);
    this.root.append(...fresh);
    if (fresh.length) this.layOut();
    keepTabStop(this.cards);
  }

  clear() {
    this.root.replaceChildren();
    this.cards = [];
  }

  card({ n, code }) {
    const data = { "data-n": n, "data-code": code };
    const element = html("button", "rh-card", { type: "button", ...data, "aria-label": cardWords(code) });
    element.style.setProperty("--rh-tilt", `${tiltOf(n, this.filling)}deg`);
    element.append(drawCard(code));
    if (keyOf(n)) {
      element.setAttribute("aria-keyshortcuts", keyOf(n));
      element.append(html("kbd", "rh-key", { "aria-hidden": "true" }, keyOf(n)));
    }
    element.addEventListener("click", () => this.onPick(n));
    return element;
  }

  /** Gives the mat what the window leaves it, and the cards their size on it. */
  fit() {
    const below = getComputedStyle(this.claim).position === "sticky" ? this.claim.offsetHeight : 0;
    const top = this.mat.getBoundingClientRect().top + globalThis.scrollY;
    this.height = Math.min(Math.max(globalThis.innerHeight - top - below - MARGIN, LOWEST), HIGHEST);
    this.mat.style.setProperty("--rh-height", `${Math.floor(this.height)}px`);
    this.layOut();
  }

  layOut() {
    if (!this.height) return;
    const { columns, rows, width } = layOut(this.cards.length, this.space());
    this.root.style.setProperty("--rh-columns", columns);
    this.root.style.setProperty("--rh-rows", rows);
    this.root.style.setProperty("--rh-width", `${Math.floor(width)}px`);
  }

  space() {
    const around = 2 * Number.parseFloat(getComputedStyle(this.mat).paddingTop);
    return { width: this.mat.clientWidth - around, height: this.height - around };
  }

  /** Marks which cards may be chosen, which are, and which are on their way to the judge. None loses the focus. */
  mark({ usable, chosen, pointed }) {
    this.cards.forEach((element, n) => {
      element.setAttribute("aria-disabled", !usable);
      element.setAttribute("aria-pressed", chosen.includes(n));
      element.classList.toggle("rh-pointed", pointed.includes(n));
    });
  }

  /** The element of an open card. */
  at(n) {
    return this.cards[n];
  }

  /** Puts the focus on the card that Tab reaches. */
  focus() {
    this.cards.find((element) => element.tabIndex === 0)?.focus({ preventScroll: true });
  }

  walk(event) {
    const current = event.target.closest(".rh-card");
    if (current) rove(event, this.cards, current);
  }

  /** Lets go of the window. */
  destroy() {
    this.resized.disconnect();
  }
}
