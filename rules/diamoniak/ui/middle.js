/**
 * The middle of the table: the deck, the cards drawn in this turn, and the discard pile.
 */
import { html } from "../js/board/drawing.js";
import { fill } from "../js/board/texts.js";
import { drawBack, drawCard, drawEmpty } from "./cards.js";
import { cardWord, listWords } from "./words.js";

export class Middle {
  /** Fills the parts "deck", "open" and "discard" and the dialog "fan"; on.draw() is told of a tap on the deck. */
  constructor(parts, on) {
    this.parts = parts;
    this.on = on;
    parts.discard.addEventListener("click", () => this.openFan());
    parts["fan-close"].addEventListener("click", () => parts.fan.close());
    parts.fan.addEventListener("click", (event) => event.target === parts.fan && parts.fan.close());
  }

  /** Draws the piles; `mayDraw` makes the deck a button. */
  draw(view, mayDraw) {
    this.view = view;
    this.drawDeck(view.deck, mayDraw);
    const cards = view.drawn.map((card) => this.openCard(card));
    this.parts.open.replaceChildren(...(cards.length ? cards : [this.noCard()]));
    this.parts.open.dataset.count = cards.length;
    this.drawDiscard(view.discard);
  }

  drawDeck(count, mayDraw) {
    const words = fill(ngettext("Deck: %(count)s card", "Deck: %(count)s cards", count), { count });
    const label = mayDraw ? gettext("Draw a card") : words;
    const focused = this.parts.deck.contains(document.activeElement);
    const face = html(mayDraw ? "button" : "span", "dk-top", { "aria-label": label, title: words });
    if (mayDraw) face.type = "button";
    else face.setAttribute("role", "img");
    face.append(count ? drawBack() : drawEmpty());
    if (mayDraw) face.addEventListener("click", () => this.on.draw());
    this.parts.deck.replaceChildren(face, html("span", "dk-caption", { "aria-hidden": "true" }, String(count)));
    if (focused) face.focus({ preventScroll: true });
  }

  openCard(card) {
    return html("span", "dk-drawn", { role: "img", "aria-label": cardWord(card) }, drawCard(card));
  }

  noCard() {
    return html("span", "dk-drawn", { "aria-hidden": "true" }, drawEmpty());
  }

  drawDiscard(discard) {
    const top = discard.at(-1);
    const values = { count: discard.length, card: top && cardWord(top) };
    const words = top ? fill(gettext("Discards: %(count)s, on top: %(card)s"), values) : gettext("No discards yet");
    this.parts.discard.setAttribute("aria-label", words);
    this.parts.discard.title = words;
    const caption = html("span", "dk-caption", { "aria-hidden": "true" }, String(discard.length));
    this.parts.discard.replaceChildren(html("span", "dk-top", {}, top ? drawCard(top) : drawEmpty()), caption);
  }

  openFan() {
    const { discard } = this.view;
    this.parts["fan-title"].textContent = discard.length ? gettext("Discards") : gettext("No discards yet");
    const kinds = [...new Set(discard)].sort();
    this.parts["fan-cards"].replaceChildren(...kinds.map((kind) => this.fanned(kind, discard)));
    this.parts.fan.showModal();
  }

  fanned(kind, discard) {
    const cards = discard.filter((card) => card === kind);
    const element = html("span", "dk-item", { role: "listitem", "aria-label": listWords(cards) }, drawCard(kind));
    if (cards.length > 1) element.append(html("span", "dk-count", { "aria-hidden": "true" }, `×${cards.length}`));
    return element;
  }

  /** Where the deck, the newest drawn card and the discard pile are on the screen. */
  rects() {
    const rect = (element) => element?.querySelector(".dk-card").getBoundingClientRect();
    return { deck: rect(this.parts.deck), open: rect(this.newest()), discard: rect(this.parts.discard) };
  }

  /** The discard pile. */
  pile() {
    return this.parts.discard;
  }

  /** The newest drawn card. */
  newest() {
    return this.parts.open.lastElementChild;
  }
}
