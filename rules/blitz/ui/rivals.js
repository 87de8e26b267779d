/**
 * The other players in small: Blitz pile, work row, turned card, cards in the centre.
 */
import { html } from "../js/board/drawing.js";
import { seatName } from "../js/board/texts.js";
import { drawBack, drawEmblem, drawEmpty, drawSign, drawSmall } from "./cards.js";
import { rivalWords } from "./words.js";

const MANY = 4;

const small = (card, seat) => (card ? drawSmall(card) : drawBack(seat));

const blitzPile = ({ size, top }, seat) => {
  const card = size ? small(top, seat) : drawEmpty();
  return html("span", "bz-rival-blitz", {}, card, html("b", "", {}, String(size)));
};

const workRow = (work) => {
  const tops = work.map((cards) => (cards.length ? drawSmall(cards.at(-1)) : drawEmpty()));
  return html("span", "bz-rival-work", {}, ...tops);
};

const waste = ({ size, top }, seat) => html("span", "bz-rival-waste", {}, size ? small(top, seat) : drawEmpty());

export class Rivals {
  constructor(root) {
    this.root = root;
    this.panels = new Map();
    this.away = [];
  }

  /** Draws everybody but the viewer. */
  draw(frame) {
    this.frame = frame;
    const { seats } = frame.view;
    const others = [...seats.keys()].filter((seat) => seat !== frame.seat);
    this.root.classList.toggle("bz-many", others.length >= MANY);
    if (this.panels.size !== others.length || others.some((seat) => !this.panels.has(seat))) this.seat(others);
    others.forEach((seat) => this.drawRival(frame, seat));
  }

  /** Marks whose person is not connected. */
  showAway(seats) {
    this.away = seats;
    if (this.frame) this.draw(this.frame);
  }

  seat(others) {
    const panel = (seat) => ({ element: html("div", "bz-rival", { role: "img", "data-rival": seat }) });
    this.panels = new Map(others.map((seat) => [seat, panel(seat)]));
    this.root.replaceChildren(...[...this.panels.values()].map(({ element }) => element));
  }

  drawRival(frame, seat) {
    const panel = this.panels.get(seat);
    const away = this.away.includes(seat);
    const label = rivalWords(frame, seat, away);
    if (panel.label === label && panel.waste === frame.view.seats[seat].waste.top) return;
    Object.assign(panel, { label, waste: frame.view.seats[seat].waste.top });
    panel.element.setAttribute("aria-label", label);
    panel.element.classList.toggle("bz-away", away);
    panel.element.replaceChildren(...this.contents(frame, seat));
  }

  contents(frame, seat) {
    const area = frame.view.seats[seat];
    const cards = [blitzPile(area.blitz, seat), workRow(area.work), waste(area.waste, seat)];
    return [this.name(frame, seat, area), html("span", "bz-rival-cards", { dir: "ltr" }, ...cards)];
  }

  name(frame, seat, { stuck, played }) {
    const called = html("span", "bz-called", {}, html("bdi", "", {}, seatName(frame, seat)));
    const signs = [...(stuck ? [drawSign("palm")] : []), html("span", "bz-played", {}, String(played))];
    return html("span", "bz-name", {}, drawEmblem(seat), called, ...signs);
  }

  /** Where a rival's card comes from, on the screen. */
  rectOf(seat, from) {
    const element = this.panels.get(seat)?.element;
    const [kind, slot = 0] = from.split(":");
    return element?.querySelectorAll(`.bz-rival-${kind} .bz-card`)[Number(slot)]?.getBoundingClientRect();
  }
}
