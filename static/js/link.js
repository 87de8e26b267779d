// The way to the server. A connection that dies says nothing (a phone that changes its network, a lid that is closed),
// so the page asks whenever it is quiet, and opens a second one as soon as there is doubt. The first stays until the
// second has spoken: where the line is only slow, nothing is lost by the doubt.

import { reach } from "./reach.js";

const QUIET = 800; // ms without a word after which the page asks
const SELDOM = 10000; // the same where nothing is to be missed
const PATIENCE = 700; // ms for the answer
const MOST_PATIENCE = 8000;
const OPEN_WITHIN = 1000; // for a connection to be opened while other requests are answered, and five times as long as those
const MOST_OPEN_WITHIN = 10000; // what is slow gets twice the time at each try
const ANYWAY = 5000; // so often a connection is tried though nothing seems to reach the server
const FIRST_WAIT = 200;
const SHORT_OUTAGE = 60000;
const SIGN_AFTER = 500; // ms until the page says that it has lost the server
const TOO_FAST = 4429;

/**
 * Keeps a connection to an address of this site, as "/ws/matches/…/". `on` has the functions message (gets each text), up (true: before the first message
 * of a fresh connection; false: there was no need for one), down (it has been away for a while) and closed (gets a
 * code, returns whether that was the end).
 */
export class Link {
  #on;
  #url;
  #line = null; // in use: it has spoken
  #next = null; // being opened
  #heardAt = 0;
  #askedAt = 0; // the age of the unanswered question counts: timers of hidden tabs are slow
  #answerBy = 0;
  #patience = PATIENCE;
  #quiet = QUIET;
  #openWithin = OPEN_WITHIN;
  #reachTook = 0;
  #failures = 0;
  #probes = 0;
  #awayAt = 0; // since when there is no connection that is sure
  #missedAt = 0; // when the server could not be reached last
  #triedAt = 0; // when a connection was begun last
  #restsUntil = 0; // where the server is there and takes no connections
  #timers = {};
  #ended = false;

  constructor(path, on) {
    this.#on = on;
    this.path = path;
    this.#seek();
    addEventListener("online", () => this.#wake());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#wake());
    for (const event of ["visibilitychange", "resume"]) document.addEventListener(event, () => this.#wake());
  }

  /** The address for the next connection; the one that stands stays. */
  set path(value) {
    this.#url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${value}`;
  }

  /** Whether something new may come at any moment: else the page asks less often. */
  set awaiting(value) {
    const quiet = value ? QUIET : SELDOM;
    if (quiet === this.#quiet) return;
    this.#quiet = quiet;
    this.#heardAt = Date.now(); // until now nothing was to be heard
    this.#watch();
  }

  /** Send a message if there is a connection. */
  send(message) {
    if (this.#line?.readyState === WebSocket.OPEN) this.#line.send(JSON.stringify(message));
  }

  /** Open another connection, for the login has become another. */
  renew() {
    this.#doubt();
  }

  // --- is it alive? ---

  #watch() {
    if (!this.#line) return;
    const left = (this.#askedAt ? this.#answerBy : this.#heardAt + this.#pause) - Date.now();
    if (left > 0) this.#later("watch", left, () => this.#watch());
    else if (this.#askedAt) this.#doubt();
    else this.#ask();
  }

  get #pause() {
    return document.hidden ? SELDOM : this.#quiet;
  }

  #ask() {
    this.#askedAt = Date.now();
    this.#answerBy = this.#askedAt + this.#patience * (0.8 + Math.random() * 0.2); // not all pages at once
    this.send({ type: "ping" });
    this.#watch();
  }

  #doubt() {
    if (!this.#awayAt) this.#seek();
  }

  #heard(line) {
    this.#heardAt = Date.now();
    if (this.#heardAt - this.#askedAt < PATIENCE) this.#patience = Math.max(PATIENCE, this.#patience * 0.9);
    this.#askedAt = 0;
    if (line === this.#line && this.#awayAt) this.#trust();
    else if (line === this.#next) this.#adopt(line);
    else return;
    this.#watch();
  }

  /** The doubt was wrong: the line is slow, and gets more time from now on. */
  #trust() {
    this.#patience = Math.min(MOST_PATIENCE, this.#patience * 2);
    this.#discard(this.#next);
    this.#next = null;
    this.#found(false);
  }

  #adopt(line) {
    if (this.#line) this.#patience = PATIENCE; // it was dead indeed
    this.#discard(this.#line);
    this.#line = line;
    this.#next = null;
    this.#found(true);
  }

  #found(fresh) {
    this.#awayAt = this.#failures = this.#probes = 0;
    this.#openWithin = OPEN_WITHIN;
    for (const name of ["look", "sign"]) clearTimeout(this.#timers[name]);
    this.#on.up(fresh);
  }

  /** Something has happened after which connections are often dead: the lid was open again, the network another. */
  #wake() {
    if (this.#ended || document.hidden) return;
    this.#failures = this.#probes = 0;
    if (this.#awayAt) this.#later("look", 0, () => this.#look());
    else if (this.#line) this.#ask();
  }

  // --- another connection ---

  /** Look for the server until a connection speaks; the first one is begun in `wait` ms. */
  #seek(wait = 0) {
    this.#awayAt = Date.now();
    this.#later("sign", SIGN_AFTER, () => this.#on.down());
    if (wait) this.#later("look", wait, () => this.#begin());
    else this.#begin();
  }

  #begin() {
    this.#open();
    this.#later("look", PATIENCE, () => this.#look());
  }

  /** A browser delays sockets after many that failed, so first of all see whether anything reaches the server. */
  async #look() {
    const since = Date.now();
    const reached = await reach();
    this.#reachTook = Date.now() - since;
    if (!this.#awayAt) return;
    if (!reached) this.#missed();
    if (reached ? this.#mayOpen : Date.now() - this.#triedAt > ANYWAY) this.#open();
    this.#probes += 1;
    this.#later("look", since + this.#wait - Date.now(), () => this.#look());
  }

  #missed() {
    this.#missedAt = Date.now();
    this.#failures = this.#restsUntil = 0;
  }

  /** Not while one is being opened, but for one that was begun when nothing could come through: it never ends by itself. */
  get #mayOpen() {
    const within = Math.min(MOST_OPEN_WITHIN, Math.max(this.#openWithin, 5 * this.#reachTook));
    const stale = this.#triedAt < this.#missedAt || Date.now() - this.#triedAt > within;
    return (!this.#next || stale) && Date.now() >= this.#restsUntil;
  }

  /** Short at first and never long while an outage is young: a server that was killed is back in seconds. */
  get #wait() {
    const most = Date.now() - this.#awayAt < SHORT_OUTAGE ? 1000 : document.hidden ? 5000 : 1500;
    return Math.min(most, FIRST_WAIT * 2 ** this.#probes) * (0.7 + Math.random() * 0.3);
  }

  #open() {
    if (this.#next) this.#openWithin = Math.min(MOST_OPEN_WITHIN, this.#openWithin * 2);
    this.#discard(this.#next);
    const line = new WebSocket(this.#url);
    this.#triedAt = Date.now();
    this.#next = line;
    line.onmessage = (event) => {
      this.#heard(line);
      this.#on.message(event.data);
    };
    line.onclose = (event) => this.#closed(line, event.code);
  }

  #closed(line, code) {
    const used = line === this.#line;
    if (used) this.#line = null;
    else this.#next = null;
    if (this.#on.closed(code)) this.#end();
    else if (!used) this.#failed(code);
    else if (!this.#awayAt) this.#seek(1 + Math.random() * 100);
  }

  #failed(code) {
    this.#failures += 1;
    const wait = code === TOO_FAST ? ANYWAY : Math.min(ANYWAY, FIRST_WAIT * 2 ** this.#failures);
    this.#restsUntil = Date.now() + wait * (0.7 + Math.random() * 0.3);
    this.#later("look", this.#wait, () => this.#look());
  }

  /** Forget a connection without waiting for its end, which a dead one would not come to for long. */
  #discard(line) {
    if (!line) return;
    line.onmessage = line.onclose = null;
    line.close();
  }

  #end() {
    this.#ended = true;
    this.#awayAt = 0;
    for (const line of [this.#line, this.#next]) this.#discard(line);
    this.#line = this.#next = null;
    Object.values(this.#timers).forEach(clearTimeout);
  }

  #later(name, wait, act) {
    clearTimeout(this.#timers[name]);
    this.#timers[name] = setTimeout(act, Math.max(0, wait));
  }
}
