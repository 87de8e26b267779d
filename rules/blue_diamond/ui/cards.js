/**
 * The six cards on the cloth: one element for each card, which is laid where the view says and comes from where it was.
 */
import { html, picture } from "../js/board/drawing.js";
import { drawBack, drawFace } from "./pictures.js";
import { asideWords, cardWords } from "./words.js";

const TURN = 260;
const GLIDE = 260;
const FLASH = 700;

export class Cards {
  /** Lays cards into the parts "loose", "row" and "aside"; onTap(card) is told of a tap. */
  constructor(parts, air, onTap) {
    this.parts = parts;
    this.air = air;
    this.onTap = onTap;
    this.elements = new Map();
    this.shown = new Map();
  }

  /** Takes all cards off the cloth. */
  clear() {
    this.elements.clear();
    this.shown.clear();
    ["loose", "row", "aside"].forEach((part) => this.parts[part].replaceChildren());
  }

  /** Lays the cards as a view has them; `moving` lets them travel and turn from where they were. */
  lay(view, moving) {
    const focused = document.activeElement?.dataset?.card;
    const before = new Map([...this.elements].map(([card, element]) => [card, element.getBoundingClientRect()]));
    this.release();
    this.parts.upper.classList.toggle("bd-tossed", view.loose.length > 0);
    this.parts.aside.setAttribute("aria-label", asideWords(view));
    ["loose", "row", "aside"].forEach((part) => {
      this.parts[part].replaceChildren(...view[part].map((shown) => this.element(view, shown, part)));
    });
    if (this.elements.has(Number(focused))) this.elements.get(Number(focused)).focus({ preventScroll: true });
    if (moving) this.move(before);
  }

  /** Lets every card lie where it belongs, also one that was dragged away. */
  release() {
    this.elements.forEach((element) => element.style.removeProperty("translate"));
  }

  element(view, shown, part) {
    const { card, face } = shown;
    if (!this.elements.has(card)) this.elements.set(card, this.make(card));
    const element = this.elements.get(card);
    const before = this.shown.get(card)?.face ?? face;
    element.className = `bd-held bd-in-${part}`;
    element.classList.toggle("bd-due", Boolean(shown.due));
    element.setAttribute("aria-label", cardWords(view, shown));
    element.dataset.was = before === face ? "" : before;
    this.shown.set(card, shown);
    element.firstElementChild.replaceChildren(drawFace(card, face, shown.seen_back));
    return element;
  }

  make(card) {
    const element = html("button", "bd-held", { type: "button", "data-card": card }, html("span", "bd-body"));
    element.addEventListener("click", (event) => this.onTap(card, event.detail === 0));
    return element;
  }

  move(before) {
    this.elements.forEach((element, card) => {
      this.air.glide(element, before.get(card), GLIDE);
      if (element.dataset.was) this.turn(element, card);
    });
  }

  /** Turns a card from the picture that was up to the one that is. */
  turn(element, card) {
    const body = element.firstElementChild;
    const old = drawFace(card, element.dataset.was);
    old.classList.add("bd-turning");
    body.append(old);
    const [edge, flat] = [{ transform: "rotateY(90deg)" }, { transform: "none" }];
    const away = this.air.animate(old, [flat, edge], TURN / 2, { fill: "both", easing: "ease-in" });
    this.air.animate(body.firstElementChild, [edge, edge, flat], TURN, { easing: "linear" });
    away.finished.then(() => old.remove(), () => old.remove());
  }

  /** Shows a card as it will be put: turned over it shows its unseen side, unless that one may be shown. */
  preview(card, turned) {
    const shown = this.shown.get(card);
    if (!shown) return;
    const { face, seen_back: behind } = shown;
    const other = behind ? drawFace(card, behind, face) : drawBack(card);
    this.elements.get(card).firstElementChild.replaceChildren(turned ? other : drawFace(card, face, behind));
  }

  /** Marks which cards can be used, the chosen one, and what tapping others does: card → "swap", "left", "right". */
  mark({ usable, chosen, targets }) {
    this.elements.forEach((element, card) => {
      const target = targets.get(card);
      element.classList.toggle("bd-usable", usable.has(card));
      element.classList.toggle("bd-target", target !== undefined);
      element.setAttribute("aria-pressed", card === chosen);
      element.tabIndex = -1;
      element.querySelector(".bd-sign")?.remove();
      if (target) element.append(picture(`bd-${target}`, `bd-sign bd-sign-${target}`));
    });
  }

  /** Shows for a moment which cards were moved. */
  flash(cards) {
    const frames = [{ filter: "brightness(1.4)" }, { filter: "none" }];
    this.elements.forEach((element, card) => cards.has(card) && this.air.animate(element, frames, FLASH));
  }

  /** Lets three cards glow. */
  glow(cards) {
    this.elements.forEach((element, card) => element.classList.toggle("bd-glowing", cards.includes(card)));
  }

  /** Where a card is on the screen. */
  rectOf(card) {
    return this.elements.get(card)?.getBoundingClientRect();
  }
}
