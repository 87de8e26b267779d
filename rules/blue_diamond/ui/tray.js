/**
 * The sentence below the row and the buttons that answer it: everything the board can do by touch, by word too.
 */
import { button } from "../js/board/drawing.js";
import { fill } from "../js/board/texts.js";
import { passOf, putsAt } from "./model.js";
import { sign } from "./score.js";
import { faceWord } from "./words.js";

const strong = "bd-button bd-strong";

/** What to do while no card is chosen. */
export const openPrompt = ({ view, legal = [] }) => {
  if (!legal.length) return "";
  if (view.must === "return") return gettext("Choose which card to return first.");
  if (view.must === "build") return gettext("Choose a loose card.");
  return gettext("Choose a card of the row: turn it over, swap it, or move it to the other end.");
};

/** What can be done with the chosen card. */
export const cardPrompt = (shown, moves, view) => {
  if (!moves.length) return gettext("Nothing can be done with this card now.");
  const values = { card: shown.card, picture: faceWord(shown.face) };
  if (view.must === "return") return fill(gettext("Return card %(card)s (%(picture)s) at an end of the row."), values);
  if (view.must === "build") return fill(gettext("Place card %(card)s (%(picture)s) at an end of the row."), values);
  return fill(gettext("Card %(card)s (%(picture)s):"), values);
};

export class Tray {
  /** Fills "prompt" and "choices"; tells on.move(move), on.turn(turned), on.back(), and on.leave() to take the focus. */
  constructor(parts, on) {
    this.parts = parts;
    this.on = on;
  }

  /** Asks for something, of a card or without one: a sentence and the buttons that answer it. */
  ask(prompt, buttons, card) {
    const held = this.parts.choices.contains(document.activeElement);
    const key = card === this.card ? document.activeElement?.dataset?.choice : undefined;
    this.card = card;
    this.parts.prompt.textContent = prompt;
    this.parts.choices.replaceChildren(...buttons);
    if (held) this.refocus(key);
  }

  /** The focus stays with an answer while the question is the same; never is it put on another, which would move. */
  refocus(key) {
    const same = key && this.parts.choices.querySelector(`[data-choice="${key}"]`);
    if (same) same.focus({ preventScroll: true });
    else this.on.leave();
  }

  /** Puts the focus on the first answer. */
  focus() {
    this.parts.choices.querySelector("button")?.focus({ preventScroll: true });
  }

  /** The buttons of a turn in which no card is chosen. */
  plainButtons(frame) {
    const pass = passOf(frame);
    return pass ? [button("bd-button", gettext("Pass"), () => this.on.move(pass), { choice: "pass" })] : [];
  }

  /** The buttons of a card that is put at an end of the row. */
  putButtons(moves, turned) {
    const ends = ["left", "right"].map((end) => this.endButton(end, putsAt(moves, end)[turned ? "turned" : "plain"]));
    return [this.sideButton(false, turned), this.sideButton(true, turned), ...ends.filter(Boolean), this.back()];
  }

  sideButton(side, turned) {
    const words = side ? gettext("Turned over") : gettext("As it lies");
    const element = button("bd-button bd-side", words, () => this.on.turn(side), { choice: side ? "turned" : "plain" });
    element.setAttribute("aria-pressed", side === turned);
    if (side) element.prepend(sign("turn"));
    return element;
  }

  endButton(end, move) {
    if (!move) return undefined;
    const words = end === "left" ? gettext("Left end") : gettext("Right end");
    const element = button(strong, words, () => this.on.move(move), { choice: end });
    element.prepend(sign(end));
    return element;
  }

  /** The buttons of a card in the built row. */
  arrangeButtons(moves, card, view) {
    return [...moves.map((move) => this.arrangeButton(move, card, view)), this.back()];
  }

  arrangeButton(move, card, view) {
    const [name, words, choice] = this.arrangement(move, card, view);
    const element = button(strong, words, () => this.on.move(move), { choice });
    element.prepend(sign(name));
    return element;
  }

  arrangement(move, card, view) {
    if (move.type === "flip") return ["turn", gettext("Turn it over"), "flip"];
    if (move.type === "shift") {
      return move.from === "left" ? ["right", gettext("Move it to the right end"), "shift"]
        : ["left", gettext("Move it to the left end"), "shift"];
    }
    const other = view.row[move.at].card === card ? view.row[move.at + 1].card : view.row[move.at].card;
    return ["swap", fill(gettext("Swap it with card %(card)s"), { card: other }), `swap-${other}`];
  }

  back() {
    return button("bd-button bd-back", gettext("Back"), () => this.on.back(), { choice: "back" });
  }
}
