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
  }

  /** Draws everybody but the viewer. */
  draw(frame) {
    const { seats } = frame.view;
    const others = [...seats.keys()].filter((seat) => seat !== frame.seat);
    this.root.classList.toggle("bz-many", others.length >= MANY);
    if (this.panels.size !== others.length || others.some((seat) => !this.panels.has(seat))) this.seat(others);
    others.forEach((seat) => this.drawRival(frame, seat));
  }

  seat(others) {
    this.panels = new Map(others.map((seat) => [seat, { element: html("div", "bz-rival", { role: "img", "data-rival": seat }) }]));
    this.root.replaceChildren(...[...this.panels.values()].map(({ element }) => element));
  }

  drawRival(frame, seat) {
    const panel = this.panels.get(seat);
    const label = rivalWords(frame, seat);
    if (panel.label === label && panel.waste === frame.view.seats[seat].waste.top) return;
    Object.assign(panel, { label, waste: frame.view.seats[seat].waste.top });
    panel.element.setAttribute("aria-label", label);
    panel.element.replaceChildren(...this.contents(frame, seat));
  }

  contents(frame, seat) {
    const area = frame.view.seats[seat];
    const name = html("span", "bz-name", {}, drawEmblem(seat), html("bdi", "", {}, seatName(frame, seat)));
    if (area.stuck) name.append(drawSign("palm"));
    name.append(html("span", "bz-played", {}, String(area.played)));
    const cards = html("span", "bz-rival-cards", { dir: "ltr" }, blitzPile(area.blitz, seat), workRow(area.work), waste(area.waste, seat));
    return [name, cards];
  }

  /** Where a rival's card comes from, on the screen. */
  rectOf(seat, from) {
    const element = this.panels.get(seat)?.element;
    if (from?.startsWith("work:")) {
      return element?.querySelectorAll(".bz-rival-work .bz-card")[Number(from.split(":")[1])]?.getBoundingClientRect();
    }
    return element?.querySelector(from === "waste" ? ".bz-rival-waste .bz-card" : ".bz-rival-blitz .bz-card")?.getBoundingClientRect();
  }
}
