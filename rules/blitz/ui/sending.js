/**
 * The viewer's moves that have no answer yet. Each is sent at once; what they touch is left alone until it comes.
 */
import { movedCards, sourceOf, targetOf } from "./model.js";

const OWN_EVENTS = { put: "centre", worked: "work", turned: "turn", stuck: "stuck" };

export class Sending {
  /** `play` sends a move; onSettled(refused) is told of each answer, with the refused one or without. */
  constructor(play, onSettled) {
    this.play = play;
    this.onSettled = onSettled;
    this.sent = [];
    this.number = -1;
  }

  /** Sends a move of an area. */
  send(move, area) {
    const cards = move.from ? movedCards(area, move) : [];
    const one = { move, cards, touched: this.touchedBy(move, area, cards) };
    this.sent.push(one);
    this.play(move).then((number) => this.accepted(one, number), () => this.refused(one));
  }

  /** The places where another card will lie once the move is done. */
  touchedBy(move, area, cards) {
    if (move.type === "turn") return ["waste"];
    const source = sourceOf(move);
    if (!source) return [];
    const emptied = source.startsWith("work:") && area.work[Number(source.slice(5))].length === cards.length;
    return [source, targetOf(move), ...(emptied ? ["blitz"] : [])];
  }

  accepted(one, number) {
    one.number = number;
    if (number > this.number) return;
    this.drop(one);
    this.onSettled();
  }

  refused(one) {
    if (this.drop(one)) this.onSettled(one);
  }

  drop(one) {
    const before = this.sent.length;
    this.sent = this.sent.filter((other) => other !== one);
    return this.sent.length < before;
  }

  /** Takes in a frame and the events that led to it: what they contain is on its way no more. */
  see(frame, events) {
    this.number = frame.number;
    events.filter(({ seat }) => seat !== undefined && seat === frame.seat).forEach((event) => this.answer(event));
    this.sent = this.sent.filter(({ number }) => number === undefined || number > frame.number);
  }

  answer(event) {
    const type = OWN_EVENTS[event.type];
    const one = this.sent.find(({ move }) => move.type === type && move.from === event.from);
    if (one) this.drop(one);
  }

  /** Whether a place will have another card soon. */
  touches(place) {
    return this.sent.some(({ touched }) => touched.includes(place));
  }

  /** Of listed moves those that nothing on its way gets in between. */
  free(legal) {
    return legal.filter((move) => !this.touches(sourceOf(move)) && !this.touches(targetOf(move)));
  }
}
