/**
 * Shows what happened: cards travel and turn, palaces grow, the witch and the fairy fly by.
 */
import { wantsCalm } from "../js/board/air.js";
import { picture, svg } from "../js/board/drawing.js";
import { drawCard, drawTurning } from "./cards.js";

const FLY = 250;
const POP = 240;
const FLASH = 700;
const SHOW = 1100;
const PIECES = 48;
const COLOURS = ["pink", "blue", "green", "yellow"];

const flight = (from) => [
  { transform: `translate(${from}%, -30%) rotate(-14deg)`, opacity: 0 },
  { transform: "none", opacity: 1, offset: 0.3 },
  { transform: "translateY(-6%) rotate(3deg)", opacity: 1, offset: 0.75 },
  { transform: `translate(${-from}%, -60%) rotate(14deg)`, opacity: 0 },
];
const appearing = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }];

const middleOf = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const size = Math.min(200, width * 0.6);
  const above = Math.max(0, height * 0.4 - size / 2);
  return { left: left + (width - size) / 2, top: top + above, width: size, height: size * 1.2 };
};

const confetto = (index) =>
  svg("rect", { class: `dk-confetto dk-${COLOURS[index % COLOURS.length]}`, width: 8, height: 12, rx: 2 });

export class Motion {
  /** `air` shows it, over `mat`; `areas` and `middle` say where things lie. */
  constructor(air, { mat, areas, middle }) {
    this.air = air;
    this.mat = mat;
    this.areas = areas;
    this.middle = middle;
  }

  /** Remembers where everything lies, before it is drawn anew. */
  remember() {
    this.before = { items: this.areas.frame ? this.areas.rects() : new Map(), ...this.middle.rects() };
  }

  /** Shows the events of one entry after those still on their way; without events all stops. */
  show(events) {
    if (!events.length) this.air.stop();
    this.air.begin();
    const steps = wantsCalm() ? this.calmSteps() : this.steps();
    events.forEach((event) => steps[event.type]?.(event));
    this.air.wait(0);
  }

  steps() {
    return {
      drew: (event) => this.drew(event),
      sided: ({ seat, card }) => this.arrive(seat, card),
      joined: ({ seat, card }) => this.grow(seat, card),
      palace_started: ({ seat, colour }) => this.grow(seat, `palace:${colour}`),
      bought: (event) => this.bought(event),
      paid: ({ seat, cards }) => this.pay(seat, cards),
      saved_by_fairy: ({ seat }) => this.rescue(seat),
      completed: ({ seat }) => this.celebrate(seat),
    };
  }

  calmSteps() {
    const kept = ({ seat, card }) => this.flash(this.areas.elementOf(seat, card));
    return {
      drew: ({ card }) => (card === "witch" ? this.figure("witch", appearing) : this.flash(this.middle.newest())),
      sided: kept,
      joined: kept,
      palace_started: ({ seat, colour }) => kept({ seat, card: `palace:${colour}` }),
      bought: ({ from }) => kept({ seat: from, card: "diamond" }),
      paid: () => this.flash(this.middle.pile()),
      saved_by_fairy: () => this.figure("fairy", appearing),
      completed: ({ seat }) => this.flash(this.areas.elementOf(seat)),
    };
  }

  flash(element) {
    this.air.animate(element, [{ filter: "brightness(1.3) saturate(1.4)" }, { filter: "none" }], FLASH);
  }

  drew({ card }) {
    const { open } = this.middle.rects();
    this.air.animate(this.middle.newest(), [{ opacity: 0 }, { opacity: 0 }], FLY);
    this.turn(card, this.before.deck, open);
    this.shown = open;
    if (card === "witch") this.figure("witch", flight(-120));
  }

  turn(card, from, to) {
    if (!from?.width || !to?.width) return;
    const turning = drawTurning(card);
    this.air.fly(turning, from, to, FLY);
    this.air.animate(turning, [{ transform: "rotateY(180deg)" }, { transform: "none" }], FLY);
    this.air.wait(FLY + 120);
  }

  figure(name, frames) {
    const figure = picture(`dk-${name}`, `dk-apparition dk-apparition-${name}`, "0 0 80 96");
    this.air.lay(figure, middleOf(this.mat), frames, SHOW, { easing: "ease-in-out" });
    this.air.wait(SHOW);
  }

  arrive(seat, card) {
    this.air.fly(drawCard(card), this.shown, this.areas.rectOf(seat, card), FLY);
    this.air.wait(FLY);
    this.pop(this.areas.elementOf(seat, card));
  }

  grow(seat, card) {
    this.air.fly(drawCard(card), this.shown, this.areas.rectOf(seat, card), FLY);
    const part = this.areas.newestPart(seat);
    this.air.animate(part, [{ opacity: 0 }, { opacity: 0 }], FLY);
    this.air.wait(FLY);
    const frames = [{ transform: "translateY(-26px)", opacity: 0 }, { transform: "none", opacity: 1 }];
    this.air.animate(part, frames, POP, { easing: "cubic-bezier(.3,1.6,.5,1)" });
    this.air.wait(POP);
  }

  pop(element) {
    this.air.animate(element, [{ transform: "scale(1.2)" }, { transform: "none" }], POP);
    this.air.wait(POP / 2);
  }

  bought({ seat, from, card, paid }) {
    this.shown = this.before.items.get(`${from}:${card}`);
    const purse = this.before.items.get(`${seat}:diamond`);
    [...Array(paid).keys()].forEach(() => {
      this.air.fly(drawCard("diamond"), purse, this.areas.rectOf(from, "diamond"), FLY);
      this.air.wait(FLY / 2);
    });
    this.air.wait(FLY / 2);
  }

  pay(seat, cards) {
    cards.forEach((card) => {
      const from = this.before.items.get(`${seat}:${card}`) ?? this.before.items.get(`${seat}:home`);
      this.air.fly(drawCard(card), from, this.middle.rects().discard, FLY);
      this.air.wait(FLY / 2);
    });
    this.air.wait(FLY / 2);
  }

  rescue(seat) {
    this.figure("fairy", flight(120));
    this.pay(seat, ["fairy"]);
  }

  /** Confetti over the winner's area. */
  celebrate(seat) {
    const rect = this.areas.areaRect(seat);
    const pieces = [...Array(PIECES).keys()].map(confetto);
    const rain = svg("svg", { viewBox: `0 0 ${rect.width} ${rect.height}`, class: "dk-rain" }, ...pieces);
    this.air.lay(rain, rect, [{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], 2 * SHOW);
    pieces.forEach((piece, index) => this.fall(piece, index, rect));
  }

  fall(piece, index, { width, height }) {
    const [x, lean] = [(width * ((index * 37) % 100)) / 100, ((index * 53) % 80) - 40];
    const start = `translate(${x}px, -24px)`;
    const end = `translate(${x + lean}px, ${height + 24}px) rotate(${lean * 12}deg)`;
    this.air.animate(piece, [{ transform: start }, { transform: end }], SHOW + index * 20, { easing: "ease-in" });
  }
}
