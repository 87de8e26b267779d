/**
 * The viewer's own claim: the diamond, the cards pointed to, and what is on its way to the judge.
 */
import { codesOf, isWhole, MOST } from "./model.js";

export class Claim {
  /** `play` sends a move and rejects when refused; onChange() is told when anything has changed here. */
  constructor(play, { readOnly, onChange }) {
    this.play = play;
    this.readOnly = readOnly;
    this.onChange = onChange;
    this.forget();
  }

  forget() {
    this.chosen = [];
    this.sent = null; // "grab" or "point", while unanswered
  }

  /** Takes in a frame; a cleared table ends every claim. */
  see({ view, seat, status, seats }) {
    if (this.view?.filling !== view.filling || view.open.length < this.view.open.length) this.forget();
    this.view = view;
    this.takesPart = !this.readOnly && status === "active" && seat !== undefined && !seats[seat].gave_up;
    this.holds = this.takesPart && view.grabber === seat;
    if (view.grabber !== undefined && this.sent === "grab") this.sent = null;
    if (!this.holds && view.grabber !== undefined) this.chosen = [];
    if (this.holds && this.isWhole()) this.point();
  }

  /** Whether the diamond can be taken now. */
  get canGrab() {
    return this.takesPart && this.view.grabber === undefined && this.view.open.length > 0 && !this.sent;
  }

  /** Whether cards can be chosen: in the hand with the diamond, or in good time before. */
  get canChoose() {
    return this.takesPart && (this.holds || this.view.grabber === undefined) && this.sent !== "point";
  }

  /** Whether two cards are chosen that may be the whole claim, if the player says so. */
  get canPoint() {
    return this.holds && this.chosen.length === MOST - 1 && !this.sent;
  }

  isWhole() {
    return isWhole(codesOf(this.view, this.chosen));
  }

  /** Takes the diamond, with the cards if the claim is whole already. */
  grab() {
    const cards = this.isWhole() ? { cards: this.chosen } : {};
    this.send({ type: "grab", ...cards, filling: this.view.filling });
  }

  /** Points at the chosen cards. */
  point() {
    if (this.sent !== "point") this.send({ type: "point", cards: this.chosen, filling: this.view.filling });
  }

  /** Chooses a card, or takes the choice back; the last card of a claim sends it. */
  choose(n) {
    if (!this.canChoose || n >= this.view.open.length) return;
    this.chosen = this.chosen.includes(n) ? this.chosen.filter((other) => other !== n)
      : [...this.chosen, n].slice(-MOST);
    if (this.holds && this.isWhole()) this.point();
    this.onChange();
  }

  /** Takes all choices back. */
  drop() {
    this.chosen = [];
    this.onChange();
  }

  async send(move) {
    this.sent = move.type;
    this.onChange();
    try {
      await this.play(move);
    } catch {
      if (this.sent === move.type && this.view.filling === move.filling) this.forget();
      this.onChange();
    }
  }
}
