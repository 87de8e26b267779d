/**
 * The Red-Handed board of the match page: the open cards, the diamond to grab, and the claim that was judged last.
 */
import { Air, wantsCalm } from "../js/board/air.js";
import { findParts, mounting } from "../js/board/drawing.js";
import { Murmur } from "../js/board/murmur.js";
import { isOwn } from "../js/board/texts.js";
import { drawTurning } from "./cards.js";
import { Claim } from "./claim.js";
import { Countdown } from "./countdown.js";
import { Hands } from "./hands.js";
import { Keys } from "./keys.js";
import { codesOf, countdownOf } from "./model.js";
import { showPrompt } from "./prompts.js";
import { Table } from "./table.js";
import { drawVerdict } from "./verdict.js";
import { consequenceWords, finishWords, flipWords, grabWords, otherWords, verdictWords, whyWords } from "./words.js";

const FLIP = 230;
const CALM = 700;
const SHOWN = 12_000; // milliseconds that a judged claim stays in sight
const TELLERS = {
  flipped: "tellFlip",
  grabbed: "tellGrab",
  pointed: "tellPoint",
  hit: "tellVerdict",
  missed: "tellVerdict",
};

class Board {
  constructor(root, { play, readOnly = false }) {
    this.root = root;
    this.parts = findParts(root);
    this.claim = new Claim((move) => play(move, { race: true }), { readOnly, onChange: () => this.redraw() });
    this.table = new Table(this.parts, (n) => this.claim.choose(n));
    this.hands = new Hands(this.parts.hands);
    this.countdown = new Countdown(this.parts.ring);
    this.murmur = new Murmur(this.parts.heard);
    this.air = new Air(this.parts.air);
    this.keys = new Keys(root, this.claim, () => this.press());
    this.parts.grab.addEventListener("click", () => this.press());
  }

  /** Shows a frame, the events that led to it, and its entry for the photo finish. */
  show(frame, events = [], { finish } = {}) {
    const before = this.frame?.view;
    this.frame = frame;
    if (!events.length && frame.ply !== this.ply) this.forgetTold(); // moves were missed, or taken back in a replay
    this.ply = frame.ply;
    this.claim.see(frame);
    this.table.draw(frame.view);
    this.hands.draw(frame);
    this.countdown.show(countdownOf(frame));
    this.sentences = [];
    events.forEach((event) => this.tell(event, before, finish));
    if (this.sentences.length) this.parts.said.textContent = this.sentences.join(" ");
    this.redraw();
  }

  redraw() {
    if (!this.frame) return;
    const { chosen, canChoose, sent } = this.claim;
    this.table.mark({ usable: canChoose, chosen, pointed: sent === "point" ? chosen : [] });
    showPrompt(this.parts, this.frame, this.claim);
    this.placeVerdict();
  }

  /** The diamond was pressed, or the space bar: grab, or point at the two chosen cards. */
  press() {
    if (this.claim.canGrab) this.claim.grab();
    else if (this.claim.canPoint) this.claim.point();
  }

  tell(event, before, finish) {
    const tell = TELLERS[event.type];
    if (tell) this[tell](event, before, finish);
    else this.say(otherWords(this.frame, event));
  }

  say(words) {
    if (words) this.sentences.push(words);
  }

  tellFlip({ cards }) {
    this.murmur.say(flipWords(cards));
    this.air.begin();
    cards.forEach((card) => wantsCalm() ? this.lightUp(card) : this.flyIn(card));
  }

  lightUp({ n }) {
    this.air.animate(this.table.at(n), [{ filter: "brightness(1.3)" }, { filter: "none" }], CALM);
  }

  flyIn({ n, code, seat }) {
    const card = this.table.at(n);
    const to = card?.querySelector(".rh-face").getBoundingClientRect();
    this.air.fly(drawTurning(code), this.hands.rectOf(seat), to, FLIP);
    this.air.animate(card, [{ opacity: 0 }, { opacity: 0 }], FLIP);
  }

  tellGrab({ seat }, before, finish) {
    this.finish = finish;
    this.forgetVerdict();
    this.say(grabWords(this.frame, seat));
    if (finish?.length > 1) this.say(finishWords(this.frame, finish));
    if (isOwn(this.frame, seat) && this.parts.grab.contains(document.activeElement)) this.table.focus();
  }

  tellPoint({ cards, right, wrong }, before) {
    const dark = before ? before.open.some(({ code }) => code === "K") : false;
    this.pointed = { codes: before ? codesOf(before, cards) : [], dark, right, wrong };
  }

  tellVerdict(event) {
    const claim = this.pointed ?? { codes: [] };
    this.verdict = drawVerdict(this.frame, event, claim, this.finish);
    this.pointed = this.finish = undefined;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.forgetVerdict(), SHOWN);
    this.sentences = [verdictWords(this.frame, event)]; // who grabbed was clear if it was judged at once
    this.murmur.say(whyWords(claim));
    this.murmur.say(consequenceWords(this.frame, event));
  }

  forgetTold() {
    this.forgetVerdict();
    this.pointed = this.finish = undefined;
    this.parts.said.textContent = "";
    this.murmur.forget();
  }

  forgetVerdict() {
    clearTimeout(this.fading);
    this.verdict?.remove();
    this.verdict = undefined;
  }

  /** On the empty table while it is empty, beside it when new cards lie there. */
  placeVerdict() {
    const empty = !this.frame.view.open.length;
    const place = empty ? this.parts.mat : this.parts.last;
    if (this.verdict && this.verdict.parentElement !== place) place.append(this.verdict);
  }

  destroy() {
    this.keys.destroy();
    this.table.destroy();
    this.murmur.stop();
    this.air.stop();
    this.countdown.show(undefined);
    this.forgetVerdict();
  }

  showAway(seats) {
    this.hands.showAway(seats);
  }
}

export { soundOf } from "./sounds.js";

export const mountBoard = mounting(Board);
