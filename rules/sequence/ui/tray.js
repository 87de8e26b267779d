/**
 * The viewer's own cards and what can be done with the chosen one.
 */
import { html } from "../js/board/drawing.js";
import { rove, setTabStop } from "../js/board/roving.js";
import { fill } from "../js/board/texts.js";
import { drawCard } from "./cards.js";
import { isUsable, jackKind } from "./model.js";
import { cardSign, cardWords, lineWords } from "./words.js";

const MANY = 12;
const FLAGS = {
  two: () => gettext("wild: a chip on any free cell"),
  one: () => gettext("takes a chip off the board"),
};

const cardLabel = (card, dead) => {
  const words = [cardWords(card)];
  if (jackKind(card)) words.push(FLAGS[jackKind(card)]());
  if (dead) words.push(gettext("dead: both its cells are covered"));
  return words.join(", ");
};

const labelOf = (element) => element.getAttribute("aria-label") ?? element.textContent;

const button = (text, onClick, { strong = false, label, ...data } = {}) => {
  const element = html("button", strong ? "seq-button seq-strong" : "seq-button", { type: "button" }, text);
  if (label) element.setAttribute("aria-label", label);
  Object.assign(element.dataset, data);
  element.addEventListener("click", onClick);
  return element;
};

export class Tray {
  /** Fills the parts "tray", "prompt", "choices" and "hand"; reports through the given callbacks. */
  constructor(parts, callbacks) {
    this.parts = parts;
    this.on = callbacks;
    this.buttons = [];
    parts.hand.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Lays out the hand. */
  drawHand(hand, { dead, choices, selected }) {
    const stop = this.buttons.findIndex((element) => element.tabIndex === 0);
    const focused = this.parts.hand.contains(document.activeElement);
    const held = (card, index) => this.cardButton(card, index, { dead: dead.includes(card), choices, selected });
    this.buttons = hand.map(held);
    this.parts.hand.replaceChildren(...this.buttons);
    this.parts.hand.dataset.count = hand.length;
    const chosen = this.buttons[selected ?? Math.min(Math.max(stop, 0), hand.length - 1)];
    setTabStop(this.buttons, chosen);
    if (focused) chosen?.focus();
  }

  cardButton(card, index, { dead, choices, selected }) {
    const element = html("button", "seq-held", { type: "button", "aria-label": cardLabel(card, dead) });
    element.dataset.card = card;
    element.setAttribute("aria-pressed", index === selected);
    element.classList.toggle("seq-usable", isUsable(choices, card));
    element.classList.toggle("seq-dead", dead);
    element.append(drawCard(card));
    if (dead) element.append(html("span", "seq-tag", { "aria-hidden": "true" }, gettext("dead")));
    element.addEventListener("click", (event) => this.on.card(index, event.detail === 0));
    return element;
  }

  /** Marks the selected card. */
  select(selected) {
    this.buttons.forEach((element, index) => element.setAttribute("aria-pressed", index === selected));
    if (selected !== null) setTabStop(this.buttons, this.buttons[selected]);
  }

  /** Puts the focus on a card. */
  focusCard(index) {
    this.buttons[Math.min(index ?? 0, this.buttons.length - 1)]?.focus();
  }

  /** Puts the focus on the card that Tab reaches, or beside the answers, which would move; the page does not scroll. */
  focusStop() {
    const card = this.buttons.find((element) => element.tabIndex === 0);
    (card ?? this.parts.tray).focus({ preventScroll: true });
  }

  firstChoice() {
    return this.parts.choices.querySelector("button") ?? undefined;
  }

  pressed(event) {
    const current = event.target.closest("button");
    if (current) rove(event, this.buttons, current);
  }

  /** Asks for something: a sentence and the buttons that answer it. */
  ask(prompt, buttons) {
    const held = this.parts.choices.contains(document.activeElement) && labelOf(document.activeElement);
    this.parts.prompt.textContent = prompt;
    this.parts.choices.dir = buttons.some(({ dataset }) => dataset.choose || dataset.column) ? "ltr" : "";
    this.parts.choices.replaceChildren(...buttons);
    if (held) this.refocus(buttons.find((element) => labelOf(element) === held));
  }

  /** The focus stays with an answer that is still there; never is it put on another, which would move. */
  refocus(same) {
    if (same) same.focus({ preventScroll: true });
    else this.focusStop();
  }

  /** Buttons of the moves that need no card. */
  plainButtons(choices) {
    const draw = button(gettext("Draw a card"), () => this.on.move({ type: "draw" }), { strong: true, move: "draw" });
    const pass = button(gettext("Pass"), () => this.on.move({ type: "pass" }), { strong: true, move: "pass" });
    return [...(choices.draw ? [draw] : []), ...(choices.pass ? [pass] : [])];
  }

  /** Buttons of what the chosen card can do by itself. */
  cardButtons(card, choices) {
    const make = (type, text) => {
      const [words, label] = [cardSign(card), cardWords(card)].map((name) => fill(text, { card: name }));
      return button(words, () => this.on.move({ type, card }), { strong: true, label, move: type });
    };
    return [
      ...(choices.exchanges.has(card) ? [make("exchange", gettext("Exchange %(card)s"))] : []),
      ...(choices.forfeits.has(card) ? [make("forfeit", gettext("Give up %(card)s"))] : []),
    ];
  }

  /** One button a cell; by column first when there are many. */
  cellButtons(card, cells) {
    if (cells.length <= MANY) return cells.map((cell) => this.cellButton(card, cell));
    const columns = [...new Set(cells.map((cell) => cell[0]))].sort();
    const inColumn = (column) => cells.filter((cell) => cell[0] === column);
    const open = (column) => this.openColumn(card, inColumn(column), () => this.cellButtons(card, cells));
    const label = (column) => fill(gettext("Cells of column %(column)s"), { column });
    return columns.map((column) => button(column, () => open(column), { label: label(column), column }));
  }

  openColumn(card, cells, columns) {
    const back = button("↩", () => this.replaceChoices(columns()), { label: gettext("Back to the columns") });
    this.replaceChoices([...cells.map((cell) => this.cellButton(card, cell)), back]);
  }

  replaceChoices(buttons) {
    this.parts.choices.replaceChildren(...buttons);
    buttons[0].focus();
  }

  cellButton(card, cell) {
    const text = jackKind(card) === "one" ? gettext("Take the chip off %(cell)s with the %(card)s")
      : gettext("Play the %(card)s on %(cell)s");
    const label = fill(text, { card: cardWords(card), cell });
    const element = button(cell, () => this.on.cell(cell), { label, choose: cell });
    element.addEventListener("mouseenter", () => this.on.point(cell));
    element.addEventListener("mouseleave", () => this.on.point(null));
    return element;
  }

  /** Buttons to choose one of several fives; the first leaves it to the usual order. */
  fiveButtons(lines) {
    const usual = button(gettext("Whichever comes first"), () => this.on.five(null), { strong: true, five: "" });
    const named = lines.map((line) => {
      const element = button(lineWords(line), () => this.on.five(line), { five: line.join(" ") });
      ["mouseenter", "focus"].forEach((type) => element.addEventListener(type, () => this.on.preview(line)));
      ["mouseleave", "blur"].forEach((type) => element.addEventListener(type, () => this.on.preview(null)));
      return element;
    });
    return [...named, usual, this.cancelButton()];
  }

  /** The button that goes one step back. */
  cancelButton() {
    return button(gettext("Back"), () => this.on.back(), { move: "back" });
  }
}
