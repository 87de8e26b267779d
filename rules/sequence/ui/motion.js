/**
 * Shows what happened: cards travel, chips drop and fade, one thing after the other. Nothing waits for it.
 */
import { wantsCalm } from "../js/board/air.js";
import { html } from "../js/board/drawing.js";
import { drawBack, drawCard } from "./cards.js";

const FLY = 240;
const DROP = 200;
const FADE = 240;
const FLASH = 700;
const BACKLOG = 1500; // milliseconds; who is further behind than this sees the newest at once
const HIDDEN = [{ opacity: 0 }, { opacity: 0 }];
const EASE = "cubic-bezier(.3,.7,.2,1)";

const transformBetween = (from, to) => {
  const [x, y] = [from.left - to.left, from.top - to.top];
  return `translate(${x}px, ${y}px) scale(${from.width / to.width}, ${from.height / to.height})`;
};

export class Motion {
  /** `air` holds what travels; `places` finds cells, chips, strokes, piles, the deck and cards on the screen. */
  constructor(air, places) {
    this.air = air;
    this.places = places;
    this.stop();
  }

  /** Ends all that still moves. */
  stop() {
    this.running?.forEach((animation) => animation.cancel());
    this.running = [];
    this.arrivals = [];
    this.ends = 0;
    this.air.replaceChildren();
  }

  /** Shows the events of one entry after those still on their way; without events all stops. */
  show(events, seat) {
    if (!events.length || this.ends - performance.now() > BACKLOG) this.stop();
    this.hideArrivals();
    this.at = Math.max(0, this.ends - performance.now());
    this.start(events, seat);
    this.ends = performance.now() + this.at;
    this.running = this.running.filter(({ playState }) => playState === "running");
  }

  /** Cards still in the air stay out of the newly drawn hand. */
  hideArrivals() {
    this.at = 0;
    const now = performance.now();
    this.arrivals = this.arrivals.filter(({ at }) => at > now);
    this.arrivals.forEach(({ card, at }) => this.animate(this.places.held(card), HIDDEN, at - now));
  }

  start(events, seat) {
    const steps = wantsCalm() ? this.calmSteps() : this.steps();
    events.forEach((event) => steps[event.type]?.(event, event.seat !== undefined && event.seat === seat));
  }

  steps() {
    return {
      placed: (event, mine) => this.placed(event, mine),
      removed: (event, mine) => this.removed(event, mine),
      drew: (event, mine) => this.drew(event, mine),
      exchanged: (event, mine) => this.discarded(event, mine),
      forfeited: (event, mine) => this.discarded(event, mine),
      sequence_made: (event) => this.sequenceMade(event),
    };
  }

  calmSteps() {
    const cell = (event) => this.flash(this.places.cell(event.cell));
    const held = (event, mine) => mine && event.card && this.flash(this.places.held(event.card));
    const five = (event) => event.cells.forEach((name) => cell({ cell: name }));
    const pile = ({ seat }) => this.flash(this.places.pileOf(seat));
    return { placed: cell, removed: cell, drew: held, exchanged: pile, forfeited: pile, sequence_made: five };
  }

  animate(element, frames, duration, extra = {}) {
    if (!element) return undefined;
    const animation = element.animate(frames, { duration, delay: this.at, fill: "backwards", easing: EASE, ...extra });
    this.running.push(animation);
    return animation;
  }

  flash(element) {
    const frames = [{ filter: "brightness(1.25) saturate(1.5)" }, { filter: "none" }];
    this.animate(element, frames, FLASH);
  }

  fly(drawing, from, to) {
    if (!from?.width || !to?.width) return;
    const ghost = html("div", "seq-ghost");
    ghost.append(drawing);
    this.air.append(ghost);
    this.lay(ghost, to);
    const frames = [{ transform: transformBetween(from, to), opacity: 1 }, { transform: "none", opacity: 1 }];
    const animation = this.animate(ghost, frames, FLY);
    animation.finished.then(() => ghost.remove(), () => ghost.remove());
    this.at += FLY;
  }

  /** A card that turns its face up while it flies. */
  turning(card) {
    const element = html("div", "seq-turning");
    element.append(drawBack(), drawCard(card));
    this.animate(element, [{ transform: "rotateY(180deg)" }, { transform: "none" }], FLY);
    return element;
  }

  lay(ghost, to) {
    const origin = this.air.getBoundingClientRect();
    const size = { left: to.left - origin.left, top: to.top - origin.top, width: to.width, height: to.height };
    Object.entries(size).forEach(([name, value]) => ghost.style.setProperty(name, `${value}px`));
  }

  placed({ seat, card, cell }, mine) {
    const chip = this.places.chipOn(cell);
    this.fly(drawCard(card), this.origin(seat, card, mine), this.places.rectOf(cell));
    const frames = [{ transform: "translateY(-14px) scale(1.5)", opacity: 0 }, { transform: "none", opacity: 1 }];
    this.animate(chip, frames, DROP);
    this.at += DROP;
  }

  removed({ seat, card, cell, team }, mine) {
    const leaving = this.places.leavingChip(cell, team);
    this.fly(drawCard(card), this.origin(seat, card, mine), this.places.rectOf(cell));
    const frames = [{ transform: "none", opacity: 1 }, { transform: "scale(.5) rotate(20deg)", opacity: 0 }];
    const animation = this.animate(leaving.firstElementChild, frames, FADE, { fill: "both" });
    animation.finished.then(() => leaving.remove(), () => leaving.remove());
    this.at += FADE;
  }

  discarded({ seat, card }, mine) {
    this.fly(drawCard(card), this.origin(seat, card, mine), this.places.pile(seat));
  }

  drew({ seat, card }, mine) {
    const held = mine && card ? this.places.held(card) : undefined;
    const to = held?.getBoundingClientRect() ?? this.places.pile(seat);
    this.fly(held ? this.turning(card) : drawBack(), this.places.deck(), to);
    if (!held) return;
    this.arrivals.push({ card, at: performance.now() + this.at });
    this.animate(held, HIDDEN, this.at, { delay: 0 });
  }

  origin(seat, card, mine) {
    return (mine && this.places.left(card)) || this.places.pile(seat);
  }

  sequenceMade({ cells }) {
    const frames = [{ strokeDasharray: "0 100", opacity: 0 }, { strokeDasharray: "100 0" }];
    this.places.strokesOf(cells).forEach((stroke) => this.animate(stroke, frames, FADE));
    this.at += FADE;
  }
}
