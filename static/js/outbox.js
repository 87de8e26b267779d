// What the viewer has asked and got no answer to. Each request keeps its token, under which the server carries it out
// once at most, so it may go again after a reconnect; and, from this tab's storage, after a reload.

import { recall, remember } from "./memory.js";
import { randomText } from "./random.js";

const KEPT = 10 * 60 * 1000; // ms that a request outlives its page
const FRESH = 1500;
const TAB = { tab: true };
const MOST = 30; // the server takes forty messages at once

/** The unanswered requests of one match, `seat` being the viewer's: nobody else who uses this tab sends them. */
export class Outbox {
  #key;
  #waiting = new Map(); // by token: {body, at, seen, resolve, reject}

  constructor(match, seat) {
    this.#key = `asked:${match}:${seat ?? ""}`;
    this.#restore();
    addEventListener("pagehide", () => this.#save());
    document.addEventListener("visibilitychange", () => this.#save()); // a phone may end a hidden page without a word
  }

  get size() {
    return this.#waiting.size;
  }

  get isFull() {
    return this.#waiting.size >= MOST;
  }

  tokens() {
    return [...this.#waiting.keys()];
  }

  /** Take a request in and return its token; `seen` is the number of the frame that it was made at. */
  add(body, seen, resolve, reject) {
    const token = randomText(22);
    this.#waiting.set(token, { body: { ...body, token }, at: Date.now(), seen, resolve, reject });
    return token;
  }

  /**
   * Return what is to be sent now. A race goes on meanwhile: what was not sent fresh is bound to the table that its
   * player saw, and refused if that has changed. (Under its token it is the same request with the number and without.)
   */
  message(token) {
    const { body, at, seen } = this.#waiting.get(token);
    const bound = body.type === "move" && body.number === undefined && Date.now() - at > FRESH;
    return bound ? { ...body, number: seen } : body;
  }

  /** How long, in ms, a request has been waiting; undefined: it is not. */
  age(token) {
    const waiting = this.#waiting.get(token);
    return waiting && Date.now() - waiting.at;
  }

  /** Take a request out, as it has its answer; returns its promise's ends, nothing if it was not waiting. */
  take(token) {
    const waiting = this.#waiting.get(token);
    this.#waiting.delete(token);
    return waiting;
  }

  #save() {
    const kept = [...this.#waiting.values()].map(({ body, at, seen }) => ({ body, at, seen }));
    remember(this.#key, kept.length ? JSON.stringify(kept) : null, TAB);
  }

  #restore() {
    const kept = JSON.parse(recall(this.#key, TAB) ?? "[]");
    remember(this.#key, null, TAB);
    for (const { body, at, seen } of kept.filter((one) => Date.now() - one.at < KEPT)) {
      this.#waiting.set(body.token, { body, at, seen, resolve: () => {}, reject: () => {} });
    }
  }
}
