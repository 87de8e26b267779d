// The live connection of one match: numbered changes in, requests with a token out. Nothing sent is ever lost or
// done twice: what has no answer yet goes again with the same token after a reconnect.

import { randomText } from "./random.js";

const PING_EVERY = 2500;
const DEAD_AFTER = 9000;
const OPEN_WITHIN = 5000;
const FIRST_WAIT = 250;
const SHORT_OUTAGE = 60000;
const RETRIES = 4;
const UNREADABLE = 1003;
const TOO_BIG = 1009;
const RESTART = 1012;
const LOGGED_OUT = 4401;
const NOT_ALLOWED = 4403;
const NO_MATCH = 4404;
const TOO_FAST = 4429;

/**
 * A match's socket. `on` has the functions state, entry, chat, presence (each gets the message), connection
 * ("open", "lost" or "closed"; when closed, also a sentence and whether a log-in would help), and refused (the error of a refused request).
 */
export class MatchSocket {
  #on;
  #url;
  #socket = null;
  #number = -1;
  #waiting = new Map(); // token → {body, resolve, reject, tries}
  #attempt = 0;
  #lostAt = 0;
  #pingedAt = 0;
  #synced = false;
  #ended = false;
  #retry = 0;

  constructor(match, on) {
    this.#on = on;
    this.#url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/matches/${match}/`;
    this.#connect();
    setInterval(() => this.#beat(), PING_EVERY);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#beat());
  }

  /** Send a request; resolves with its number in the log, rejects with the server's error {code, message}. */
  request(body) {
    const token = randomText(22);
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject({ code: "closed", message: gettext("This table is not connected any more.") });
      this.#waiting.set(token, { body: { ...body, token }, resolve, reject, tries: 0 });
      if (this.#synced) this.#send({ ...body, token });
    });
  }

  #connect() {
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#synced = false;
    this.#pingedAt = 0;
    const slow = setTimeout(() => this.#drop(), OPEN_WITHIN);
    socket.onmessage = (event) => {
      clearTimeout(slow);
      this.#pingedAt = 0;
      this.#receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      clearTimeout(slow);
      if (socket === this.#socket) this.#closed(event.code);
    };
  }

  /** Give up a connection that does not answer, without waiting for its closing handshake. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#closed(0);
  }

  #closed(code) {
    this.#synced = false;
    this.#socket = null;
    if (code === TOO_BIG || code === UNREADABLE) {
      this.#forget({ code: "too_big", message: gettext("That could not be sent.") });
    }
    if (code === LOGGED_OUT && loadAgain()) return;
    const sentence = farewell(code);
    if (sentence) return this.#end(sentence, code === LOGGED_OUT);
    this.#lostAt ||= Date.now();
    this.#on.connection("lost");
    this.#retry = setTimeout(() => this.#connect(), this.#wait(code));
  }

  /** Soon at first and never long while an outage is young: a server that was killed is back in seconds. */
  #wait(code) {
    if (code === TOO_FAST) return 5000;
    if (code === RESTART && this.#attempt === 0) return 100 + Math.random() * 900;
    const most = Date.now() - this.#lostAt < SHORT_OUTAGE ? 2000 : 5000;
    const wait = Math.min(most, FIRST_WAIT * 2 ** this.#attempt);
    this.#attempt += 1;
    return wait * (0.7 + Math.random() * 0.3);
  }

  #hurry() {
    if (this.#ended || this.#socket) return;
    this.#attempt = 0;
    this.#connect();
  }

  #end(sentence, login) {
    this.#ended = true;
    this.#forget({ code: "closed", message: sentence });
    this.#on.connection("closed", sentence, login);
  }

  #forget(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #beat() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    // The age of the unanswered ping counts, not the time since the last message: timers of hidden tabs are slow.
    if (this.#pingedAt && Date.now() - this.#pingedAt > DEAD_AFTER) return this.#drop();
    this.#pingedAt ||= Date.now();
    this.#send({ type: "ping" });
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #resync() {
    this.#send({ type: "resync" });
  }

  #receive(message) {
    if (message.type === "state") this.#state(message);
    else if (message.type === "entry") this.#entry(message);
    else if (message.type === "accepted") this.#accepted(message);
    else if (message.type === "refused") this.#refused(message);
    else if (message.type === "pong") this.#pong(message);
    else this.#on[message.type]?.(message);
  }

  #state(message) {
    this.#number = message.frame.number;
    this.#attempt = 0;
    this.#lostAt = 0;
    this.#on.connection("open");
    this.#on.state(message);
    if (this.#synced) return;
    this.#synced = true;
    for (const { body } of this.#waiting.values()) this.#send(body);
  }

  #entry(message) {
    if (message.number <= this.#number) return;
    if (message.number > this.#number + 1) return this.#resync();
    this.#number = message.number;
    this.#on.entry(message);
  }

  #pong(message) {
    if (message.number > this.#number && this.#synced) this.#resync();
  }

  #accepted({ token, number }) {
    this.#waiting.get(token)?.resolve(number);
    this.#waiting.delete(token);
  }

  #refused({ token, error }) {
    const sent = this.#waiting.get(token);
    if (sent && error.code === "try_again" && sent.tries < RETRIES) return this.#sendLater(sent, error.retry_after);
    this.#waiting.delete(token);
    this.#on.refused(error);
    sent?.reject(error);
  }

  #sendLater(sent, seconds = 1) {
    sent.tries += 1;
    setTimeout(() => this.#waiting.has(sent.body.token) && this.#send(sent.body), seconds * 1000 * Math.random());
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
