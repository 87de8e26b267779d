/**
 * The viewer's own cards: the work row, the Blitz pile, the turned cards and the reserve.
 */
import { html } from "../js/board/drawing.js";
import { drawBack, drawCard, drawEmpty, drawFan } from "./cards.js";
import { Place } from "./place.js";
import { blitzWords, reserveWords, wasteWords, workWords } from "./words.js";

const KEYS = { blitz: "B", waste: "W", reserve: "T" };

const key = (sign) => html("kbd", "bz-key", { "aria-hidden": "true" }, sign);
const count = (size) => html("span", "bz-size", { "aria-hidden": "true" }, String(size));
const caption = (text) => html("span", "bz-caption", { "aria-hidden": "true" }, text);

export class Own {
  /** Fills the parts "work" and "piles". */
  constructor(parts) {
    this.parts = parts;
    this.slots = [];
    this.piles = {
      blitz: new Place("blitz", "bz-blitz"),
      waste: new Place("waste", "bz-waste"),
      reserve: new Place("reserve", "bz-reserve"),
    };
    Object.entries(KEYS).forEach(([name, keys]) => this.piles[name].answerTo(keys));
    parts.piles.replaceChildren(...Object.values(this.piles).map(({ element }) => element));
  }

  /** Draws the cards of a seat. */
  draw(area, seat) {
    const [blitz, waste] = [blitzWords(area.blitz), wasteWords(area.waste)];
    this.drawPile("blitz", area.blitz, seat, { label: blitz, sign: "B", text: gettext("Blitz") });
    this.drawPile("waste", area.waste, seat, { label: waste, sign: "W", text: gettext("Turned") });
    this.drawReserve(area.reserve, seat);
    this.drawWork(area.work);
  }

  drawPile(name, { size, top }, seat, { label, sign, text }) {
    const card = () => (top ? drawCard(top) : size ? drawBack(seat) : drawEmpty());
    const build = () => [this.deep(size, card()), count(size), caption(text), key(sign)];
    this.piles[name].draw(`${top} ${size}`, label, build);
  }

  /** A card on a pile of so many. */
  deep(size, card) {
    const pile = html("span", "bz-pile", {}, card);
    pile.dataset.depth = Math.min(3, Math.ceil(size / 4));
    return pile;
  }

  drawReserve(size, seat) {
    const card = () => (size ? drawBack(seat) : drawEmpty("↻"));
    this.piles.reserve.draw(String(size), reserveWords(size),
      () => [this.deep(size, card()), count(size), caption(gettext("Reserve")), key("␣")]);
  }

  drawWork(work) {
    while (this.slots.length < work.length) this.slots.push(this.slot(this.slots.length));
    this.slots.length = work.length;
    const elements = this.slots.map(({ element }) => element);
    if (this.parts.work.childElementCount !== elements.length) this.parts.work.replaceChildren(...elements);
    work.forEach((cards, slot) => this.slots[slot].draw(cards.join(" "), workWords(cards, slot),
      () => [cards.length ? drawFan(cards) : drawEmpty(), key(String(slot + 1))]));
  }

  slot(number) {
    const place = new Place(`work:${number}`, "bz-slot");
    place.answerTo(String(number + 1));
    return place;
  }

  /** All places by their names. */
  places() {
    return [...Object.values(this.piles), ...this.slots];
  }
}
