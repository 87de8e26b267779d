/**
 * The Sequence board of the match page: draws frame.view, offers frame.legal, sends what the player picks.
 */
import { findParts, mounting } from "../js/board/drawing.js";
import { Grid } from "./grid.js";
import { inBoardOrder, jackKind, printedCards, readChoices, sortedHand } from "./model.js";
import { Motion } from "./motion.js";
import { cardPrompt, elsewhereWords, openPrompt } from "./prompts.js";
import { Table } from "./table.js";
import { Tray } from "./tray.js";
import { Walk } from "./walk.js";
import { cellWords, cutWords, eventWords, lastWords } from "./words.js";

const NOTHING = readChoices([]);

class Board {
  constructor(root, { play }) {
    this.parts = findParts(root);
    this.play = play;
    this.hand = [];
    this.choices = NOTHING;
    this.selected = null;
    this.five = null;
    this.table = new Table(this.parts);
    this.tray = new Tray(this.parts, this.trayCallbacks());
    this.grid = new Grid(this.parts.grid, this.gridCallbacks());
    this.walk = new Walk(this.grid, { onPick: (cell) => this.pick(cell, true), onLeave: (event) => this.escape(event) });
    this.motion = new Motion(this.parts.air, this.places());
    this.listen();
  }

  trayCallbacks() {
    return {
      card: (index, byKey) => this.toggle(index, byKey),
      cell: (cell) => this.pick(cell),
      five: (line) => this.nameFive(line),
      preview: (line) => this.grid.preview(line && { team: this.ownTeam(), cells: line }),
      point: (cell) => this.grid.point(cell),
      move: (move) => this.send(move),
      back: () => this.back(),
    };
  }

  gridCallbacks() {
    return {
      onPick: (cell) => this.pick(cell),
      onZoom: (zoomed) => { this.parts.unzoom.hidden = !zoomed; },
    };
  }

  places() {
    return {
      rectOf: (cell) => this.grid.rectOf(cell),
      cell: (cell) => this.grid.cells.get(cell),
      chipOn: (cell) => this.grid.chipOn(cell),
      leavingChip: (cell, team) => this.grid.leavingChip(cell, team),
      strokesOf: (cells) => this.grid.strokesOf(cells),
      pile: (seat) => this.table.pileRect(seat),
      pileOf: (seat) => this.table.pileOf(seat),
      deck: () => this.table.deckRect(),
      held: (card) => this.tray.buttons.findLast((element) => element.dataset.card === card),
      left: (card) => this.leftFrom?.get(card),
    };
  }

  listen() {
    this.parts.unzoom.addEventListener("click", () => this.grid.zoomTo(null));
    this.parts.tray.addEventListener("keydown", (event) => this.escape(event));
  }

  /** Shows a frame and the events that led to it. */
  show(frame, events = []) {
    if (!frame.view) {
      this.blank();
      return;
    }
    const [played, held] = [this.waiting, this.holdsFocus()];
    const known = this.frame?.ply === frame.ply;
    this.leftFrom = this.handRects();
    this.frame = frame;
    this.settle();
    this.keepSelection(frame, played);
    this.redraw(frame);
    if (played && held) this.tray.focusStop();
    if (events.length || !known) this.tell(frame, events);
  }

  /** Shows an empty board: the match has not begun. */
  blank() {
    this.motion.stop();
    this.frame = undefined;
    this.selected = null;
    this.hand = [];
    this.choices = NOTHING;
    this.grid.light([], "put");
    this.grid.draw({ chips: {}, sequences: [] }, (cell) => cell);
    this.grid.markLast([]);
    ["said", "prompt", "choices", "hand", "score", "piles"].forEach((name) => this.parts[name].replaceChildren());
  }

  /** Ends the wait for an answer. */
  settle() {
    this.waiting = false;
    this.grid.await(null);
  }

  /** Whether the focus is where a move was picked, and would be lost or useless after it. */
  holdsFocus() {
    return [this.parts.grid, this.parts.tray].some((part) => part.contains(document.activeElement));
  }

  redraw(frame) {
    this.printOnce(frame.view.layout);
    this.grid.draw(frame.view, (cell) => cellWords(frame, cell, this.printed.get(cell)));
    this.grid.markLast(frame.view.last ? [frame.view.last] : []);
    this.table.draw(frame);
    this.drawTray(frame);
    this.ask();
  }

  drawTray(frame) {
    this.parts.hand.hidden = frame.seat === undefined;
    this.parts.tray.classList.toggle("seq-resting", frame.status !== "active"); // only in play it sticks to the screen
    this.tray.drawHand(this.hand, { dead: this.dead(), choices: this.choices, selected: this.selected });
  }

  printOnce(layout) {
    if (this.printed) return;
    this.printed = printedCards(layout);
    this.grid.print(this.printed);
  }

  keepSelection(frame, played) {
    const card = played ? undefined : this.hand[this.selected];
    this.hand = sortedHand(frame.view.hand);
    this.choices = readChoices(frame.legal);
    this.five = null;
    const index = this.hand[this.selected] === card ? this.selected : this.hand.indexOf(card);
    this.selected = card === undefined || index < 0 || frame.status !== "active" ? null : index;
  }

  handRects() {
    return new Map(this.tray.buttons.map((element) => [element.dataset.card, element.getBoundingClientRect()]));
  }

  /** Says and moves what happened; without events, says what the table itself tells. */
  tell(frame, events) {
    const words = events.length ? eventWords(events, frame) : this.openingWords(frame);
    if (words || !events.length) this.parts.said.textContent = words; // of what is not told the last words stay
    this.motion.show(events, frame.seat);
  }

  openingWords(frame) {
    const fresh = frame.view.discards.every((pile) => !pile.length);
    return fresh ? cutWords(frame) : lastWords(frame, this.printed);
  }

  ownTeam() {
    return this.frame.view.teams[this.frame.seat];
  }

  dead() {
    return this.frame.view.dead ?? [];
  }

  card() {
    return this.hand[this.selected];
  }

  /** The lit cells of the chosen card in board order. */
  legalCells() {
    return inBoardOrder(this.choices.plays.get(this.card())?.keys() ?? []);
  }

  toggle(index, byKey) {
    this.selected = this.selected === index ? null : index;
    this.five = null;
    this.tray.select(this.selected);
    this.ask();
    if (byKey && this.selected !== null) this.focusAnswer();
  }

  /** Moves the focus on to what the chosen card can do. */
  focusAnswer() {
    const first = this.legalCells()[0];
    if (first) this.walk.focus(first);
    else this.tray.firstChoice()?.focus();
  }

  /** Shows what can be done next: lit cells, sentence, buttons. */
  ask() {
    this.unsay();
    this.grid.preview(null);
    this.lightCells();
    this.walk.reset();
    if (this.selected === null) this.tray.ask(openPrompt(this.choices), this.tray.plainButtons(this.choices));
    else this.tray.ask(cardPrompt(this.card(), this.choices, this.dead().includes(this.card())), this.cardAnswers());
  }

  lightCells() {
    const cells = this.selected === null ? [] : this.legalCells();
    const taking = this.selected !== null && jackKind(this.card()) === "one";
    if (cells.length || this.selected === null) this.grid.light(cells, taking ? "take" : "put");
    else this.grid.light(this.printedOn(this.card()), "peek");
  }

  printedOn(card) {
    return [...this.printed].filter(([, printed]) => printed === card).map(([cell]) => cell);
  }

  cardAnswers() {
    const cells = this.legalCells();
    const playing = cells.length ? this.tray.cellButtons(this.card(), cells) : [];
    return [...playing, ...this.tray.cardButtons(this.card(), this.choices)];
  }

  pick(cell, byKey = false) {
    const lines = this.choices.plays.get(this.card())?.get(cell);
    if (this.waiting || this.five) return;
    if (!lines) this.touch(cell, byKey);
    else if (lines.length) this.askFive(cell, lines);
    else this.send({ type: "play", card: this.card(), cell });
  }

  /** Answers the touch of a cell that is not lit: chooses the card that goes there, or says that none does. */
  touch(cell, byKey) {
    const [chosen, { plays }] = [this.card(), this.choices];
    if (!plays.size || (chosen && !plays.has(chosen))) return; // the sentence says already why nothing can be played
    const fitting = chosen ? [] : this.hand.filter((card) => plays.get(card)?.has(cell));
    const card = fitting.find((each) => !jackKind(each));
    if (card) this.chooseFor(cell, card, byKey);
    else this.say(elsewhereWords(chosen, fitting.length > 0));
  }

  /** Chooses a card from where it goes; whoever came there by key stays there. */
  chooseFor(cell, card, byKey) {
    this.toggle(this.hand.indexOf(card));
    if (byKey) this.walk.focus(cell);
  }

  /** Says something until the next choice; on a small screen too, where beside choices there is no room for more. */
  say(words) {
    this.parts.said.textContent = words;
    this.parts.tray.classList.add("seq-told");
  }

  /** What was said of a choice is not true of the next one. */
  unsay() {
    const { classList } = this.parts.tray;
    if (classList.contains("seq-told")) this.parts.said.textContent = "";
    classList.remove("seq-told");
  }

  askFive(cell, lines) {
    this.five = { cell };
    this.grid.light([cell], "put");
    this.tray.ask(gettext("Which five?"), this.tray.fiveButtons(lines));
    this.tray.firstChoice().focus();
  }

  nameFive(line) {
    const move = { type: "play", card: this.card(), cell: this.five.cell };
    this.send(line ? { ...move, line } : move);
  }

  async send(move) {
    if (this.waiting) return;
    this.waiting = true;
    this.grid.await(move.cell ?? null);
    try {
      await this.play(move);
    } catch {
      this.drop();
    }
  }

  /** Forgets the selection after a refusal; the page has said why. */
  drop() {
    const held = this.holdsFocus();
    this.settle();
    this.clear();
    if (held) this.tray.focusStop();
  }

  clear() {
    this.selected = null;
    this.five = null;
    this.tray.select(null);
    this.ask();
  }

  back() {
    const index = this.selected;
    if (this.five) {
      const { cell } = this.five;
      this.five = null;
      this.ask();
      this.walk.focus(cell);
      return;
    }
    this.clear();
    this.tray.focusCard(index);
  }

  escape(event) {
    if (event.key !== "Escape" || this.selected === null) return;
    event.preventDefault();
    this.back();
  }

  destroy() {
    this.motion.stop();
  }
}

export { soundOf } from "./sounds.js";

export const mountBoard = mounting(Board);
