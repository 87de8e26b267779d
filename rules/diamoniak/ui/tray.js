/**
 * The sentence below the table and the buttons that answer it.
 */
import { button, html } from "../js/board/drawing.js";
import { apart, fill, mayMove, seatName } from "../js/board/texts.js";
import { drawCard, drawEmpty } from "./cards.js";
import { paymentOf } from "./model.js";
import { cardWord, diamondWords } from "./words.js";

const payPrompt = ({ view }, choices) => {
  const text = ngettext(
    "The witch wants one of your cards. Tap what you give.",
    "The witch wants %(count)s of your cards. Tap what you give.",
    view.toll,
  );
  const words = fill(text, { count: view.toll });
  return choices.fairy ? `${words} ${gettext("Or let a fairy help.")}` : words;
};

/** What the player can do next. */
const promptOf = (frame, choices) => {
  if (!mayMove(frame)) return "";
  if (frame.view.phase === "paying") return payPrompt(frame, choices);
  if (frame.view.phase === "drawing") return gettext("Another card? Or stop while it goes well?");
  return choices.buys.size ? gettext("Draw, or buy a card of your colour.") : gettext("Draw a card.");
};

export class Tray {
  /** Fills the parts "prompt", "toll" and "choices" of "tray"; on.move(move) and on.take(index) are told of taps. */
  constructor(parts, on) {
    this.parts = parts;
    this.on = on;
  }

  /** Asks what is next; `laid` are the cards already laid down for the witch. */
  ask(frame, choices, laid) {
    const held = this.parts.tray.contains(document.activeElement);
    const key = document.activeElement?.dataset?.choice;
    this.parts.prompt.textContent = promptOf(frame, choices);
    this.drawToll(frame, choices, laid);
    this.parts.choices.replaceChildren(...this.buttons(frame, choices, laid));
    if (held) this.refocus(key);
  }

  refocus(key) {
    const same = key && this.parts.choices.querySelector(`[data-choice="${key}"]:enabled`);
    (same || this.refuge()).focus({ preventScroll: true });
  }

  /** Where the focus goes when what held it is gone: to what can be laid down or taken back, never to what moves. */
  refuge() {
    const laid = [...this.parts.toll.querySelectorAll("button")].at(-1);
    return this.parts.own.querySelector(".dk-payable") ?? laid ?? this.parts.tray;
  }

  drawToll(frame, choices, laid) {
    const paying = choices.pays.length > 0;
    this.parts.toll.hidden = !paying;
    const slots = paying ? [...Array(frame.view.toll).keys()].map((index) => this.slot(index, laid[index])) : [];
    this.parts.toll.replaceChildren(...slots);
  }

  slot(index, card) {
    if (!card) return html("span", "dk-slot", { "aria-hidden": "true" }, drawEmpty());
    const words = fill(gettext("Take back: %(card)s"), { card: cardWord(card) });
    const element = html("button", "dk-slot", { type: "button", "aria-label": words, title: words }, drawCard(card));
    element.addEventListener("click", () => this.on.take(index));
    return element;
  }

  buttons(frame, choices, laid) {
    const { draw, stop, fairy, pays } = choices;
    const go = (words, move, choice, strong) =>
      button(strong ? "dk-button dk-strong" : "dk-button", words, () => this.on.move(move), { choice });
    return [
      ...(draw ? [go(stop ? gettext("One more card") : gettext("Draw a card"), draw, "draw", true)] : []),
      ...(stop ? [go(gettext("Stop"), stop, "stop", false)] : []),
      ...this.buyButtons(frame, choices, go),
      ...(pays.length ? [this.payButton(paymentOf(choices, laid))] : []),
      ...(fairy ? [go(gettext("Let a fairy help"), fairy, "fairy", false)] : []),
    ];
  }

  buyButtons(frame, { buys }, go) {
    const price = `${frame.view.price}\u00a0◆`;
    return [...buys].map(([seat, move]) => {
      const [text, name] = [gettext("Buy from %(name)s: %(price)s"), apart(seatName(frame, seat))];
      const element = go(fill(text, { name, price }), move, `buy-${seat}`, false);
      element.setAttribute("aria-label", fill(text, { name, price: diamondWords(frame.view.price) }));
      return element;
    });
  }

  payButton(payment) {
    const pay = () => this.on.move(payment);
    const element = button("dk-button dk-strong", gettext("Pay the witch"), pay, { choice: "pay" });
    element.disabled = !payment;
    return element;
  }
}
