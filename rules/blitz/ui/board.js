/**
 * The Blitz board of the match page: draws frame.view, offers frame.legal, and moves the viewer's own cards at once.
 */
import { Air, wantsCalm } from "../js/board/air.js";
import { findParts, mounting } from "../js/board/drawing.js";
import { Murmur } from "../js/board/murmur.js";
import { keepFocus, keepTabStop, rove } from "../js/board/roving.js";
import { Centre } from "./centre.js";
import { Drag } from "./drag.js";
import { Keys } from "./keys.js";
import { cardsIn, centreMove, expect, sourceOf, targetOf, targetsFrom } from "./model.js";
import { Motion } from "./motion.js";
import { Notice } from "./notice.js";
import { Own } from "./own.js";
import { Rivals } from "./rivals.js";
import { Said } from "./said.js";
import { Sending } from "./sending.js";
import { soundMove } from "./sounds.js";
import { goesWords, lateWords, loudWords, nowhereWords, quietWords, roundWords, totalWords } from "./words.js";

const DOUBLE = 400; // milliseconds between two taps that belong together

class Board {
  constructor(root, { play }) {
    this.parts = findParts(root);
    this.sending = new Sending((move) => play(move, { race: true }), (refused) => this.settled(refused));
    this.own = new Own(this.parts);
    this.centre = new Centre(this.parts.centre);
    this.rivals = new Rivals(this.parts.rivals);
    this.notice = new Notice(this.parts.notice);
    this.murmur = new Murmur(this.parts.heard);
    this.said = new Said(this.parts.said);
    this.motion = new Motion(new Air(this.parts.air), this.whereabouts());
    this.drag = new Drag(this.parts.layout, this.parts.air, this.dragCallbacks());
    this.keys = new Keys(this.keyCallbacks());
    this.listen();
  }

  whereabouts() {
    return {
      stack: (n) => this.centre.rectOf(n),
      rival: (seat, from) => this.rivals.rectOf(seat, from),
      rect: (place) => this.placeOf(place)?.rect(),
      element: (place) => this.placeOf(place)?.element,
    };
  }

  dragCallbacks() {
    return {
      cards: (place, index) => this.draggable(place, index),
      lift: (place) => this.select(place),
      targets: () => [...this.targets.keys()].map((place) => this.placeOf(place)?.element).filter(Boolean),
      drop: (place, rect) => this.send(this.targets.get(place), rect),
      cancel: (place, cards, rect) => this.flyBack(place, cards, rect),
    };
  }

  keyCallbacks() {
    return {
      plays: () => Boolean(this.frame?.legal?.length),
      tap: (place) => this.tap(place),
      turn: () => this.press("turn"),
      centre: () => this.toCentre(),
      stuck: () => this.press("stuck"),
      drop: () => this.select(null),
    };
  }

  listen() {
    this.parts.layout.addEventListener("click", ({ target }) => {
      const place = target.closest("[data-place]")?.dataset.place;
      if (place) this.tap(place);
    });
    this.parts.layout.addEventListener("keydown", (event) => this.walk(event));
    this.parts.stuck.addEventListener("click", () => this.press("stuck"));
  }

  /** Arrow keys go from place to place, over the whole table. */
  walk(event) {
    const current = event.target.closest("[data-place]");
    if (current) rove(event, this.elements(), current);
  }

  /** Shows a frame and the events that led to it. */
  show(frame, events = []) {
    const before = events.some(({ type }) => type === "put") ? this.centre.seen() : new Map();
    if (!events.length && frame.ply !== this.frame?.ply) this.forgetWords(); // moves were missed, or taken back in a replay
    this.frame = frame;
    this.sending.see(frame, events);
    this.noteCaller(events);
    this.redraw();
    this.said.say(loudWords(frame, events), () => this.areStuck(events));
    this.murmur.say(quietWords(frame, events));
    this.motion.show(events, { seat: frame.seat, before });
  }

  forgetWords() {
    this.said.forget();
    this.murmur.forget();
  }

  /** Whether those of whom these events say that they have nothing to play still have nothing. */
  areStuck(events) {
    return events.filter(({ type }) => type === "stuck").every(({ seat }) => this.frame.view.seats[seat].stuck);
  }

  noteCaller(events) {
    const over = events.find(({ type }) => type === "round_over");
    if (over) this.caller = over.seat ?? null;
    else if (!events.length || this.frame.view.phase === "ready") this.caller = undefined;
  }

  redraw() {
    keepFocus(this.parts.layout, () => this.drawAll(), () => this.elements().find(({ tabIndex }) => tabIndex === 0));
  }

  drawAll() {
    const { frame } = this;
    const view = expect(frame.view, frame.seat, this.sending.sent);
    this.centre.draw(view);
    this.rivals.draw(frame);
    this.notice.draw(frame, this.caller);
    this.parts.round.textContent = roundWords(view);
    this.drawOwn(view);
    this.offer();
    this.said.check();
  }

  drawOwn(view) {
    const { seat } = this.frame;
    this.parts.own.hidden = seat === undefined;
    this.parts.own.classList.toggle("bz-resting", !["ready", "play"].includes(view.phase)); // else it sticks to the screen
    this.parts.totals.textContent = seat === undefined ? "" : totalWords(view, seat);
    this.area = seat === undefined ? undefined : view.seats[seat];
    if (this.area) this.own.draw(this.area, seat);
  }

  /** Works out anew what can be done, and lights where the chosen card can go. */
  offer() {
    this.free = this.sending.free(this.frame.legal ?? []);
    this.targets = this.selected ? targetsFrom(this.free, this.selected) : new Map();
    if (this.selected && !this.targets.size) this.selected = null;
    this.places().forEach((place) => this.mark(place));
    keepTabStop(this.elements());
    const idle = !this.free.some(({ type }) => type === "stuck") || this.isSending("stuck");
    this.parts.stuck.setAttribute("aria-disabled", idle); // a disabled one would lose the focus
    this.parts.stuck.setAttribute("aria-pressed", Boolean(this.area?.stuck));
  }

  mark({ element }) {
    const { place } = element.dataset;
    element.classList.toggle("bz-chosen", place === this.selected);
    element.setAttribute("aria-pressed", place === this.selected);
    element.classList.toggle("bz-lit", this.targets.has(place));
    element.classList.toggle("bz-usable", this.free.some((move) => sourceOf(move) === place));
    element.classList.toggle("bz-awaited", this.sending.touches(place));
  }

  places() {
    return [...this.own.places(), ...this.centre.places()];
  }

  elements() {
    return this.places().map(({ element }) => element).filter((element) => element.closest("[hidden]") === null);
  }

  placeOf(name) {
    return this.places().find(({ element }) => element.dataset.place === name);
  }

  isSending(type) {
    return this.sending.sent.some(({ move }) => move.type === type);
  }

  /** A place was tapped: a target is played to, a card chosen; the second of two quick taps sends it to the centre. */
  tap(place) {
    if (!this.frame) return;
    if (place === "reserve") this.press("turn");
    else if (this.targets.has(place)) this.send(this.targets.get(place));
    else if (place === this.selected) this.tapAgain();
    else this.choose(place);
  }

  tapAgain() {
    if (performance.now() - this.chosenAt < DOUBLE && centreMove(this.targets)) this.toCentre();
    else this.select(null);
  }

  choose(place) {
    this.chosenAt = performance.now();
    this.said.goOn();
    this.select(place);
    const card = this.area && cardsIn(this.area, place).at(-1);
    if (!card || this.frame.view.phase !== "play") return;
    if (this.selected) this.murmur.answer(goesWords(card, this.targets, this.frame.view));
    else this.refuse(place, card);
  }

  refuse(place, card) {
    if (this.sending.touches(place)) return;
    this.said.refuse(nowhereWords(card), () => this.fitsNowhere(place, card));
    if (wantsCalm()) return;
    const frames = [0, -4, 4, -2, 0].map((x) => ({ translate: `${x}px` }));
    this.placeOf(place).element.animate(frames, 220);
  }

  fitsNowhere(place, card) {
    return cardsIn(this.area, place).at(-1) === card && !targetsFrom(this.free, place).size;
  }

  select(place) {
    this.selected = place;
    this.offer();
  }

  toCentre() {
    const move = centreMove(this.targets);
    if (move) this.send(move);
  }

  press(type) {
    const move = this.free?.find((one) => one.type === type);
    if (move) this.send(move);
  }

  draggable(place, index) {
    const playing = this.area && this.frame.view.phase === "play";
    if (!playing || place === "reserve" || this.sending.touches(place)) return [];
    const cards = cardsIn(this.area, place);
    return index === undefined || index === cards.length - 1 ? cards.slice(-1) : cards;
  }

  /** Sends a move and shows it at once; `rect` is where a hand has dropped the cards. */
  send(move, rect) {
    this.said.goOn();
    const place = sourceOf(move);
    const from = rect ?? (place && this.placeOf(place).rect());
    this.sending.send(move, this.frame.view.seats[this.frame.seat]);
    soundMove(move);
    this.selected = null;
    this.redraw();
    const { cards } = this.sending.sent.at(-1);
    if (cards.length) this.travel(cards, from, this.landing(move));
  }

  travel(cards, from, place) {
    this.motion.travel(cards, from, this.placeOf(place)?.rect(), this.placeOf(place)?.element);
  }

  landing(move) {
    return move.to === "new" ? "centre:next" : targetOf(move);
  }

  flyBack(place, cards, rect) {
    this.select(null);
    this.travel(cards, rect, place);
  }

  /** An answer came: what was refused flies back. */
  settled(refused) {
    const from = refused?.cards.length ? this.placeOf(this.landing(refused.move))?.rect() : undefined;
    this.redraw();
    if (!from) return;
    this.said.refuse(lateWords(refused.cards[0]));
    this.travel(refused.cards, from, sourceOf(refused.move));
  }

  destroy() {
    this.keys.destroy();
    this.notice.destroy();
    this.murmur.stop();
    this.centre.destroy();
    this.motion.air.stop();
  }

  showAway(seats) {
    this.rivals.showAway(seats);
  }
}

export { soundOf } from "./sounds.js";

export const mountBoard = mounting(Board);
