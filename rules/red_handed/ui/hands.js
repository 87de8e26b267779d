/**
 * What each seat has: cards in hand, in the quick game its pile, and the diamond.
 */
import { html, svg } from "../js/board/drawing.js";
import { seatName } from "../js/board/texts.js";
import { drawBack } from "./cards.js";
import { handWords } from "./words.js";

const jewel = () =>
  svg("svg", { class: "rh-held", viewBox: "0 0 120 104", "aria-hidden": "true" },
    svg("use", { href: "#rh-jewel", width: 120, height: 104 }));

export class Hands {
  constructor(root) {
    this.root = root;
    this.away = [];
  }

  /** Draws the hands of a frame. */
  draw(frame) {
    const { hands } = frame.view;
    this.frame = frame;
    this.root.replaceChildren(...hands.map((_, seat) => this.hand(frame, seat)));
  }

  /** Marks whose person is not connected. */
  showAway(seats) {
    this.away = seats;
    if (this.frame) this.draw(this.frame);
  }

  hand(frame, seat) {
    const { hands, piles, grabber } = frame.view;
    const away = this.away.includes(seat);
    const label = handWords(frame, seat, away);
    const element = html("div", "rh-hand", { "data-hand": seat, role: "img", "aria-label": label });
    element.classList.toggle("rh-away", away);
    element.classList.toggle("rh-own", seat === frame.seat);
    element.classList.toggle("rh-grabber", seat === grabber);
    const sign = seat === grabber ? jewel() : drawBack();
    const stack = html("span", hands[seat] ? "rh-stack" : "rh-stack rh-none", {}, sign);
    const count = html("b", "rh-count", {}, String(hands[seat]));
    const pile = piles ? [html("span", "rh-pile", {}, `+${piles[seat]}`)] : [];
    element.append(stack, html("span", "rh-name", {}, html("bdi", "", {}, seatName(frame, seat))), count, ...pile);
    return element;
  }

  /** Where a seat's cards are on the screen. */
  rectOf(seat) {
    return this.root.querySelector(`[data-hand="${seat}"] .rh-face`)?.getBoundingClientRect();
  }
}
