/**
 * Shows what happened. In a race all moves at once, and nothing waits for it.
 */
import { wantsCalm } from "../js/board/air.js";
import { drawCard, drawFan } from "./cards.js";

const FLY = 220;
const GONE = 420;
const FLASH = 500;

export class Motion {
  /** `air` holds what travels; `places` finds places on the screen. */
  constructor(air, places) {
    this.air = air;
    this.places = places;
  }

  /** Shows the events of an entry; `before` has where the stacks were. */
  show(events, { seat, before }) {
    this.air.begin();
    const steps = this.steps(seat, before);
    events.forEach((event) => steps[event.type]?.(event));
  }

  steps(own, before) {
    const others = (step) => (event) => event.seat !== own && step(event);
    const mine = (step) => (event) => event.seat === own && step(event);
    return {
      put: others((event) => this.put(event, before)),
      completed: ({ stack }) => this.completed(stack, before),
      turned: mine((event) => this.turned(event)),
      filled: mine(({ slot, card }) => this.filled(slot, card)),
      turned_up: mine(() => this.turnUp("blitz")),
      started: () => this.turnUp("blitz"),
    };
  }

  put({ seat, card, stack, from }, before) {
    const to = this.places.stack(stack) ?? before.get(stack)?.rect;
    if (wantsCalm()) this.flash(this.places.element(`centre:${stack}`));
    else this.air.fly(drawCard(card), this.places.rival(seat, from), to, FLY);
  }

  /** A stack that is full goes off the table. */
  completed(stack, before) {
    const { rect, colour } = before.get(stack) ?? {};
    if (!rect?.width || wantsCalm()) return;
    const frames = [{ transform: "none", opacity: 1 }, { transform: "scale(1.5)", opacity: 0 }];
    this.air.lay(drawCard(`${colour}10`), rect, frames, GONE);
  }

  turned({ card }) {
    if (wantsCalm()) this.flash(this.places.element("waste"));
    else this.air.fly(drawCard(card), this.places.rect("reserve"), this.places.rect("waste"), FLY);
  }

  filled(slot, card) {
    if (wantsCalm()) this.flash(this.places.element(`work:${slot}`));
    else this.air.fly(drawCard(card), this.places.rect("blitz"), this.places.rect(`work:${slot}`), FLY);
  }

  turnUp(place) {
    const card = this.places.element(place)?.querySelector(".bz-card");
    if (wantsCalm()) this.flash(card);
    else this.air.animate(card, [{ transform: "rotateY(90deg)" }, { transform: "none" }], FLY);
  }

  flash(element) {
    this.air.animate(element, [{ filter: "brightness(1.35)" }, { filter: "none" }], FLASH);
  }

  /** Own cards on their way: at once, from where they were to where they lie now, in an element. */
  travel(cards, from, to, element) {
    this.air.begin();
    if (wantsCalm()) this.flash(element);
    else this.air.fly(drawFan(cards), from, to, FLY);
  }
}
