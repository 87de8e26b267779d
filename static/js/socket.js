// The live connection of one match: numbered changes in, requests with a token out. Nothing sent is ever lost or
// done twice: what has no answer yet goes again with the same token after a reconnect.

import { Link } from "./link.js";
import { Outbox } from "./outbox.js";

const PERSIST = 20000; // ms for which a request that the server cannot take is sent again
const UNREADABLE = 1003;
const TOO_BIG = 1009;
const LOGGED_OUT = 4401;
const NOT_ALLOWED = 4403;
const NO_MATCH = 4404;
const LATER = ["try_again", "slow_down"];

/**
 * A match's socket. `on` has the functions state, entry, chat, presence (each gets the message), connection
 * ("open", "lost" or "closed"; when closed, also a sentence and whether a log-in would help), and refused (the error of
 * a refused request). `frame` is the one that the page came with.
 */
export class MatchSocket {
  #on;
  #link;
  #outbox;
  #number;
  #synced = false;
  #lost = false;
  #ended = false;

  constructor({ match, seat, number }, on) {
    this.#on = on;
    this.#number = number;
    this.#outbox = new Outbox(match, seat);
    this.#link = new Link(`/ws/matches/${match}/`, {
      message: (text) => this.#receive(JSON.parse(text)),
      up: (fresh) => this.#up(fresh),
      down: () => this.#down(),
      closed: (code) => this.#closed(code),
    });
  }

  /** How many requests have no answer yet. */
  get waiting() {
    return this.#outbox.size;
  }

  /** Send a request; resolves with its number in the log, rejects with the server's error {code, message}. */
  request(body) {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject({ code: "closed", message: gettext("This table is not connected any more.") });
      if (this.#outbox.isFull) return this.#overflow(reject);
      const token = this.#outbox.add(body, this.#number, resolve, reject);
      if (this.#synced) this.#send(token);
      if (this.#lost) this.#on.connection("lost");
    });
  }

  /** Say that somebody does something on this page; returns whether it could be said. */
  touch() {
    if (this.#synced && !this.#lost) this.#link.send({ type: "touch" });
    return this.#synced && !this.#lost;
  }

  #overflow(reject) {
    const error = { code: "slow_down", message: gettext("Too much is waiting to be sent already.") };
    this.#on.refused(error);
    reject(error);
  }

  #send(token) {
    this.#link.send(this.#outbox.message(token));
  }

  // --- the connection ---

  /** There is a connection; a fresh one begins with the whole state. */
  #up(fresh) {
    if (fresh) this.#synced = false;
    this.#lost = false;
    this.#on.connection("open");
  }

  #down() {
    this.#lost = true;
    this.#on.connection("lost");
  }

  /** Return whether this was the end. */
  #closed(code) {
    if (code === TOO_BIG || code === UNREADABLE) {
      this.#forget({ code: "too_big", message: gettext("That could not be sent.") });
    }
    if (code === LOGGED_OUT && loadAgain()) return true;
    const sentence = farewell(code);
    if (sentence) this.#end(sentence, code === LOGGED_OUT);
    return this.#ended;
  }

  #end(sentence, login) {
    this.#ended = true;
    this.#forget({ code: "closed", message: sentence });
    this.#on.connection("closed", sentence, login);
  }

  #forget(error) {
    for (const token of this.#outbox.tokens()) this.#outbox.take(token).reject(error);
  }

  // --- what the server says ---

  #receive(message) {
    if (message.type === "state") this.#state(message);
    else if (message.type === "entry") this.#entry(message);
    else if (message.type === "accepted") this.#accepted(message);
    else if (message.type === "refused") this.#refused(message);
    else if (message.type === "pong") this.#pong(message);
    else this.#on[message.type]?.(message);
  }

  #state(message) {
    // Never back: another process of the server may be a moment behind the one that was asked before.
    this.#number = Math.max(this.#number, message.frame.number);
    this.#look(message.frame);
    this.#on.state(message);
    if (this.#synced) return;
    this.#synced = true;
    for (const token of this.#outbox.tokens()) this.#send(token);
  }

  #entry(message) {
    if (message.number <= this.#number) return;
    if (message.number > this.#number + 1) return this.#resync();
    this.#number = message.number;
    this.#look(message.frame);
    this.#on.entry(message);
  }

  /** Until the match is over no news may be missed: even at the viewer's own turn, who may have another device. */
  #look({ status }) {
    this.#link.awaiting = status === "open" || status === "active";
  }

  #pong(message) {
    if (message.number > this.#number && this.#synced) this.#resync();
  }

  #resync() {
    this.#link.send({ type: "resync" });
  }

  #accepted({ token, number }) {
    this.#outbox.take(token)?.resolve(number);
  }

  #refused({ token, error }) {
    if (LATER.includes(error.code) && this.#outbox.age(token) < PERSIST) return this.#sendLater(token, error);
    this.#on.refused(error);
    this.#outbox.take(token)?.reject(error);
  }

  #sendLater(token, { code, retry_after: seconds = 1 }) {
    const least = code === "slow_down" ? 1 : 0; // there is too little room for an earlier one
    const again = () => this.#synced && this.#outbox.age(token) !== undefined && this.#send(token);
    setTimeout(again, seconds * 1000 * (least + Math.random()));
  }
}

/** A login may have got a new key (an address confirmed, a password changed): the page, loaded anew, knows. Once. */
function loadAgain() {
  const key = "loaded-again-at";
  const before = Number(sessionStorage.getItem(key));
  if (Date.now() - before < 60000) return false;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return true;
}

function farewell(code) {
  return {
    [LOGGED_OUT]: gettext("You have been logged out. Log in again to go on."),
    [NOT_ALLOWED]: gettext("This match is shown to its players only."),
    [NO_MATCH]: gettext("There is no such table any more."),
  }[code];
}
