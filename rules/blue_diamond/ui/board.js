/**
 * The Blue Diamond board of the match page: draws frame.view, offers frame.legal, sends what the player picks.
 */
import { Air, wantsCalm } from "../js/board/air.js";
import { findParts, mounting } from "../js/board/drawing.js";
import { keepTabStop, rove } from "../js/board/roving.js";
import { isAtPlay, mayMove } from "../js/board/texts.js";
import { Cards } from "./cards.js";
import { Drag } from "./drag.js";
import { momentOf, movesOf, putsAt, putsCards, targetsOf, touchedBy } from "./model.js";
import { gem } from "./pictures.js";
import { Score } from "./score.js";
import { cardPrompt, openPrompt, Tray } from "./tray.js";
import { endWords, eventWords, storyWords } from "./words.js";

const MOMENT = 1300; // milliseconds for which a combination is shown before its middle card leaves
const ENDS = ["left", "right"];
const NONE = new Map();

class Board {
  constructor(root, { play }) {
    this.root = root;
    this.parts = findParts(root);
    this.play = play;
    this.air = new Air(this.parts.air);
    this.cards = new Cards(this.parts, this.air, (card, byKey) => this.tap(card, byKey));
    this.score = new Score(this.parts);
    this.tray = new Tray(this.parts, {
      move: (move) => this.send(move),
      turn: (turned) => this.choose(this.chosen, turned),
      back: () => this.choose(null),
      leave: () => this.goHome(),
    });
    this.drag = new Drag(this.parts.cloth, { start: (card) => this.lift(card), places: () => this.places() });
    this.listen();
  }

  listen() {
    ENDS.forEach((end) => this.parts[end].addEventListener("click", () => this.put(end)));
    this.parts.cloth.addEventListener("click", (event) => this.tapCloth(event));
    this.parts.cloth.addEventListener("keydown", (event) => this.walk(event));
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && this.choose(null));
  }

  /** Arrow keys go over all that can be pressed on the cloth. */
  walk(event) {
    const current = event.target.closest("button");
    if (current) rove(event, this.stops(), current);
  }

  stops() {
    return [...this.parts.cloth.querySelectorAll(".bd-usable, .bd-target, .bd-end.bd-lit")];
  }

  /** Shows a frame and the events that led to it. */
  show(frame, events = []) {
    clearTimeout(this.later);
    if (!frame.view) return this.blank();
    const known = this.frame?.ply === frame.ply;
    this.kept = known && !this.waiting ? { card: this.chosen, turned: this.turned } : undefined;
    this.waiting = false;
    this.frame = frame;
    this.touched = touchedBy(events);
    if (events.length || !known) this.parts.said.textContent = eventWords(events, frame);
    if (!events.length) this.air.stop();
    this.air.begin();
    const moment = momentOf(frame.view, events);
    if (moment) this.showMoment(moment, events);
    else this.settle(events.length > 0);
    return undefined;
  }

  /** Shows an empty cloth: the match has not begun. */
  blank() {
    this.air.stop();
    this.cards.clear();
    this.frame = undefined;
    ["score", "prizes", "said", "prompt", "choices", "story"].forEach((part) => this.parts[part].replaceChildren());
  }

  /** The row with a combination in it glows, and diamonds fly, before the middle card is set aside. */
  showMoment(moment, events) {
    const scored = events.filter(({ type }) => type === "scored");
    this.draw(moment, true);
    this.rest();
    this.cards.glow(scored.flatMap(({ cards }) => cards));
    this.score.glow(scored.map(({ pattern }) => pattern));
    this.parts.story.textContent = scored.map((event) => storyWords(event, this.frame)).join(" · ");
    this.parts.story.hidden = false;
    this.air.wait(300);
    if (!wantsCalm()) scored.forEach((event) => this.flyGems(event));
    this.later = setTimeout(() => this.settle(true), this.air.at + MOMENT);
  }

  /** Offers nothing: the cards do not lie yet as the listed moves mean them. */
  rest() {
    this.resting = true;
    this.chosen = null;
    this.moves = [];
    this.cards.mark({ usable: new Set(), chosen: null, targets: NONE });
    this.markEnds();
    this.tray.ask("", []);
  }

  flyGems({ cards, seat, diamonds }) {
    [...Array(diamonds).keys()].forEach((nth) => {
      const to = this.score.gemRect(seat, this.frame.view.diamonds[seat] - nth);
      this.air.fly(gem(), this.cards.rectOf(cards[nth]), to, 420);
    });
  }

  /** Shows the table as it is, and what can be done. */
  settle(moving) {
    clearTimeout(this.later);
    this.resting = false;
    this.air.begin();
    this.cards.glow([]);
    this.score.glow([]);
    this.parts.story.hidden = true;
    this.draw(this.frame.view, moving);
    this.chooseAgain();
  }

  /** What was chosen stays so while nobody has moved: a frame can come with an offer or a new connection, too. */
  chooseAgain() {
    const { card, turned } = this.kept ?? {};
    this.kept = undefined;
    if (card && movesOf(this.frame, card).length) this.choose(card, turned);
    else this.choose(this.onlyCard());
  }

  draw(view, moving) {
    this.parts.tray.classList.toggle("bd-resting", !isAtPlay(this.frame));
    this.score.draw({ ...this.frame, view });
    this.parts.cloth.classList.toggle("bd-putting", this.showsEnds(view));
    this.parts.line.style.setProperty("--bd-slots", this.slots(view));
    this.cards.lay(view, moving && !wantsCalm());
    if (moving && wantsCalm()) this.cards.flash(this.touched);
    if (moving) this.air.wait(260);
  }

  showsEnds(view) {
    return view.phase === "build" || view.must === "return" || view.aside.some(({ due }) => due);
  }

  slots(view) {
    return Math.max(6, view.row.length + (this.showsEnds(view) ? 2 : 0));
  }

  /** The only card that can be moved, when there is no choice. */
  onlyCard() {
    const cards = new Set((this.frame.legal ?? []).map(({ card }) => card));
    const [card] = cards;
    return mayMove(this.frame) && cards.size === 1 && card !== undefined && putsCards(this.frame) ? card : null;
  }

  shown(card) {
    const { row, loose, aside } = this.frame.view;
    return [...row, ...loose, ...aside].find((shown) => shown.card === card);
  }

  /** Chooses a card, to be put turned over or as it lies; null chooses none. */
  choose(card, turned = false) {
    if (!this.frame?.view || this.waiting || this.resting) return;
    const before = this.chosen;
    this.home = card ?? before ?? this.home;
    this.chosen = card;
    this.turned = card !== null && turned;
    if (before !== null && before !== undefined) this.cards.preview(before, false);
    if (card !== null) this.cards.preview(card, this.turned);
    this.ask(card === null ? [] : movesOf(this.frame, card));
  }

  /** Marks what can be done on the cloth and says it below. */
  ask(moves) {
    this.moves = moves;
    const putting = moves.some(({ end }) => end !== undefined);
    this.markCards(putting);
    this.markEnds();
    if (this.chosen === null) this.tray.ask(openPrompt(this.frame), this.tray.plainButtons(this.frame), null);
    else this.tray.ask(cardPrompt(this.shown(this.chosen), moves, this.frame.view), this.answers(putting), this.chosen);
  }

  answers(putting) {
    if (putting) return this.tray.putButtons(this.moves, this.turned);
    return this.tray.arrangeButtons(this.moves, this.chosen, this.frame.view);
  }

  markCards(putting) {
    const all = [...this.cards.elements.keys()];
    const usable = new Set(mayMove(this.frame) ? all.filter((card) => movesOf(this.frame, card).length) : []);
    this.targets = this.chosen === null || putting ? NONE : targetsOf(this.moves, this.chosen, this.frame.view);
    const signs = new Map([...this.targets].map(([card, move]) => [card, this.signOf(move)]));
    this.cards.mark({ usable, chosen: this.chosen, targets: signs });
  }

  signOf(move) {
    if (move.type === "swap") return "swap";
    return move.from === "left" ? "right" : "left";
  }

  markEnds() {
    ENDS.forEach((end) => {
      const lit = this.moves.some((move) => move.end === end);
      this.parts[end].classList.toggle("bd-lit", lit);
      this.parts[end].setAttribute("aria-disabled", !lit); // a disabled one would lose the focus
      this.parts[end].setAttribute("aria-label", endWords(end));
      this.parts[end].tabIndex = -1;
    });
    keepTabStop(this.stops(), this.cards.elements.get(this.chosen));
  }

  /** Puts the focus on the card that was chosen last, or on one that can be: no press of a card alone moves. */
  goHome() {
    const usable = this.root.querySelector(".bd-usable") ?? this.root.querySelector(".bd-held");
    (this.cards.elements.get(this.home) ?? usable)?.focus({ preventScroll: true });
  }

  /** A tap beside the cards chooses none; what was tapped may have been drawn anew by now. */
  tapCloth(event) {
    if (!event.composedPath().some(({ tagName }) => tagName === "BUTTON")) this.choose(this.onlyCard());
  }

  tap(card, byKey) {
    if (this.resting) this.settle(true); // whoever is in a hurry need not watch
    else if (!this.waiting) this.use(card, byKey);
  }

  use(card, byKey) {
    if (this.targets?.has(card)) this.send(this.targets.get(card));
    else if (card === this.chosen) this.tapAgain(card);
    else if (movesOf(this.frame, card).length) this.choose(card);
    if (byKey && this.chosen === card) this.tray.focus();
  }

  /** Begins to drag a card: it is chosen, and turned if it was to be turned. */
  lift(card) {
    if (this.waiting || this.resting) return false;
    this.choose(card, this.chosen === card && this.turned);
    return true;
  }

  /** Where the chosen card can be dropped. */
  places() {
    const ends = ENDS.map((end) => ({ element: this.parts[end], run: () => this.put(end) }));
    const elementOf = (card) => this.cards.elements.get(card);
    const others = [...this.targets].map(([card, move]) => ({ element: elementOf(card), run: () => this.send(move) }));
    return [...ends.filter(({ element }) => element.classList.contains("bd-lit")), ...others];
  }

  /** A second tap turns the card over: in the hand as it will be put, or in the row. */
  tapAgain(card) {
    const flip = this.moves.find(({ type }) => type === "flip");
    if (flip) this.send(flip);
    else this.choose(card, !this.turned);
  }

  put(end) {
    const move = putsAt(this.moves, end)[this.turned ? "turned" : "plain"];
    if (!move) return;
    if (this.parts[end] === document.activeElement) this.goHome(); // the ends may go
    this.send(move);
  }

  async send(move) {
    if (this.waiting) return;
    this.waiting = true;
    this.root.classList.add("bd-waiting");
    try {
      await this.play(move);
    } catch {
      this.drop();
    } finally {
      this.root.classList.remove("bd-waiting");
    }
  }

  /** Forgets the choice after a refusal; the page has said why. */
  drop() {
    this.waiting = false;
    this.cards.release();
    this.choose(this.onlyCard());
  }

  destroy() {
    clearTimeout(this.later);
    this.air.stop();
  }
}

export { soundOf } from "./sounds.js";

export const mountBoard = mounting(Board);
