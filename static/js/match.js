// The shell around a board: one socket in, and from each frame the seats, clocks, buttons, talk and the board itself.

import { Absence } from "./absence.js";
import { showActions } from "./actions.js";
import { Chat } from "./chat.js";
import { showDeadlines } from "./deadline.js";
import { rememberFingerprint } from "./deal/fingerprints.js";
import { icon, make } from "./dom.js";
import { Drawer } from "./drawer.js";
import { entryWords, fineWords } from "./entries.js";
import { come } from "./gathering.js";
import { Hint } from "./hint.js";
import { Log } from "./log.js";
import { named, people } from "./names.js";
import { Notify } from "./notify.js";
import { Now } from "./now.js";
import { showOutcome } from "./outcome.js";
import { Ratings } from "./ratings.js";
import { comeAlong } from "./rematch.js";
import { Seats } from "./seats.js";
import { daysWords } from "./slowing.js";
import { MatchSocket } from "./socket.js";
import { hear, play, startSound } from "./sound.js";
import { showTitle } from "./title.js";
import { toast } from "./toast.js";
import { tellOfTouches } from "./touches.js";
import { Waiting, wantedSeat } from "./waiting.js";

const config = JSON.parse(document.getElementById("match-config").textContent);
const DAY = 86400000;
const AFTERWARDS = new Set(["rematch", "no_rematch"]); // what is said of a match that is over
const at = (id) => document.getElementById(id);

let frame = named(config.frame);
let board = null; // the mounted board, or the promise of it
let soundOf; // the board's own sounds
let lost = false;
let invitedBeside = null; // who sat here when the panel with people to invite was fetched
let starting = location.hash === "#start" && frame.may.includes("start"); // "Play now" leads here

const seats = new Seats(at("seats"));
const hint = new Hint(at("hint"), at("board"), frame.game);
const log = new Log(at("log"), config);
const now = new Now(at("now"), at("now-button"), config.now);
const notify = new Notify(at("notify"), config.turn_picture);
const ask = (body) => socket.request(body);
const press = (body) => ask(body).catch(() => {}); // for buttons: the refusal is on the page as a toast
const chat = new Chat(ask, config.unheard);
const absence = new Absence(at("absence"), press);
const ratings = new Ratings(at("waiting").dataset.ratings, config.strengths, () => showPeople());
config.ratings = ratings.element; // the panel before the start and the banner put it where it belongs
const waiting = new Waiting(at("waiting"), press, config);

function myTurn(of) {
  const moves = of.status === "active" && of.seat !== undefined && of.turn.includes(of.seat);
  return moves && !of.seats[of.seat].gave_up; // else a bot moves there
}

async function mountBoard() {
  const module = await import(config.board);
  // In a race the table changes all the time: there a move is not bound to the frame that was seen.
  const send = (move, { race = false } = {}) => ask({ type: "move", ...(!race && { number: frame.number }), move });
  board = module.mountBoard(at("board"), { play: send });
  soundOf = module.soundOf;
  board.show(frame, []);
  board.showAway?.(seats.away);
}

function showBoard(events, entry) {
  at("board").hidden = !frame.view;
  at("board").dataset.number = frame.number;
  if (!frame.view) return;
  if (board?.show) board.show(frame, events, entry);
  else board ??= mountBoard().catch(boardFailed);
}

function boardFailed(error) {
  board = null;
  console.error(error);
  toast(gettext("The board could not be loaded. Please reload the page."), "refused");
}

function statusText() {
  if (frame.status === "open") return starting ? gettext("The cards are being dealt…") : gettext("Before the start");
  if (frame.status !== "active") return gettext("The match is over");
  if (myTurn(frame)) return gettext("Your turn");
  const names = frame.turn.map((seat) => frame.seats[seat].name).join(", ");
  return names ? interpolate(gettext("Turn of %s"), [names]) : gettext("All play at once");
}

function showStatus() {
  const mine = myTurn(frame);
  const text = statusText();
  if (at("status").textContent !== text) at("status").textContent = text;
  at("status").classList.toggle("mine", mine);
  showTitle(mine, config.turn_picture);
}

/** The page was made for the pace of then; the match may go on by mail by now. */
function showPace() {
  showDeadlines(at("deadline"), frame);
  if (frame.pace !== config.frame.pace) at("pace").textContent = ` · ${daysWords(frame.clock.per_move / DAY)}`;
}

function showWaiting() {
  const open = frame.status === "open";
  const held = at("waiting").contains(document.activeElement);
  at("waiting").hidden = !open || starting;
  if (held && at("waiting").hidden) at("content").focus({ preventScroll: true }); // the match begins
  at("seats").hidden = open;
  if (open) waiting.show(frame);
  else seats.show(frame);
  if (frame.status === "active" && !at("counting").firstChild) at("counting").append(ratings.element);
  showInvite(open && !starting && frame.seat !== undefined && frame.seats.some((seat) => seat.empty && !seat.kept));
}

function showPeople() {
  ratings.mark(frame);
  at("people").replaceChildren(...people(frame));
  showWaiting();
}

function showInvite(may) {
  const sitting = frame.seats.map(({ name }) => name ?? "").join();
  if (may && sitting !== invitedBeside) import("./invite.js").then(({ openPanel }) => openPanel());
  invitedBeside = sitting;
  at("invite").hidden = !may;
}

function isOver(of) {
  return of.status === "finished" || of.status === "aborted";
}

/** `ended` says that the match has ended before the person's eyes. */
function showBanner(ended) {
  const over = isOver(frame);
  if (over) showOutcome(at("banner"), frame, config);
  at("banner").hidden = !over;
  if (!ended) return;
  at("confirm").close("no"); // what it asks about is over
  if (document.activeElement?.id === "chat-text") return; // nobody is torn away from what they write
  at("banner").focus({ preventScroll: true });
  at("banner").scrollIntoView({ block: "nearest" });
}

/** Put a frame on the page; `events` of `entry` are what led to it, none when that is not known. */
function show(next, events, entry) {
  const ended = isOver(next) && !isOver(frame);
  if (frame.status === "open" && next.status === "active") scrollTo({ top: 0, behavior: "instant" }); // from below a long list
  frame = named(next);
  if (config.guest) frame.may = frame.may.filter((what) => what !== "slow"); // by mail only members play
  showStatus();
  ratings.show(frame);
  showPeople();
  hint.show(frame, events, entry); // before the board is drawn, which would have to make room for it afterwards
  showBanner(ended);
  absence.show(frame);
  showPace();
  showActions(at("actions"), frame, press);
  chat.allow(frame.may.includes("chat"));
  log.show(frame);
  now.show(frame);
  notify.offer(frame.seat !== undefined && !isOver(frame) && (frame.status === "open" || frame.turn.length > 0));
  showBoard(events, entry);
}

function showPresence(presence) {
  seats.showPresence(presence);
  board?.showAway?.(seats.away);
  const count = presence.watchers;
  at("watchers").hidden = !count;
  at("watchers").title = interpolate(ngettext("%s watching", "%s watching", count), [count]);
  at("watchers").replaceChildren(icon("eye"), make("span", { "aria-hidden": "true", text: String(count) }));
  at("watchers").setAttribute("aria-label", at("watchers").title);
}

/** For whoever looks at something else. */
function callPlayer() {
  notify.tell(gettext("Your turn"), frame);
}

function onState(message) {
  const turned = !myTurn(frame) && myTurn(message.frame);
  if (message.frame.number >= frame.number) show(message.frame, []);
  chat.catchUp(message.chat);
  showPresence(message.presence);
  if (!turned) return;
  play("turn");
  callPlayer();
}

function onEntry(entry) {
  const before = frame;
  const turned = !myTurn(before) && myTurn(entry.frame);
  show(entry.frame, entry.events ?? [], entry);
  hear(entry, { soundOf, turned, ended: isOver(frame) && !isOver(before) });
  if (turned) callPlayer();
  else if (entry.kind === "start") notify.tell(gettext("The match begins"), frame);
  const told = entry.kind === "move" || entry.kind === "start" || (entry.frame.ended && !AFTERWARDS.has(entry.kind));
  const words = told ? fineWords(entry) : entryWords(entry, before);
  if (words) toast(words, "", entry.kind.startsWith("draw") ? "draw" : "");
}

/** The table is closed to this page for good: say why and where to go. */
function part(sentence, login) {
  const panel = at("parted");
  panel.querySelector("p").textContent = sentence;
  for (const link of panel.querySelectorAll("[data-way]")) link.hidden = (link.dataset.way === "login") !== login;
  at("waiting").hidden = true;
  at("actions").replaceChildren();
  at("toasts").replaceChildren(); // they would lie over it
  chat.allow(false);
  panel.hidden = false;
  panel.focus();
}

function refused(error) {
  toast(error.message, "refused");
  play("refused");
}

function onConnection(state, sentence, login) {
  at("connection").textContent = gettext("Reconnecting…");
  const kept = gettext("What you did is kept, and sent when you are connected.");
  if (state === "lost" && socket.waiting) toast(kept, "", "kept");
  at("connection").hidden = state !== "lost";
  document.body.classList.toggle("offline", state !== "open");
  if (state === "closed") part(sentence, login);
  if (state === "open" && lost) toast(gettext("Connected again."));
  lost = state === "lost";
}

new Drawer(at("rules"), at("rules-button"));
startSound(at("sound"));
const socket = new MatchSocket(frame, {
  state: onState,
  entry: onEntry,
  connection: onConnection,
  chat: (message) => chat.add(message.line),
  presence: showPresence,
  refused,
});
show(frame, []);
tellOfTouches(() => frame.pace === "mail" && frame.seat !== undefined && socket.touch());
rememberFingerprint(frame);

/** Start the table of "Play now" by itself, now that its fingerprint is kept; if that fails, the button is there. */
async function startAtOnce() {
  import(config.board).catch(() => {}); // meanwhile; whoever mounts it tells of a failure
  starting = (await waiting.start()) !== undefined;
  history.replaceState(null, "", location.pathname);
  if (!starting) show(frame, []);
}

if (starting) startAtOnce();
come(frame, press);
if (location.hash === "#sit") comeAlong(frame, config, waiting, press); // from a match that is over
const wanted = config.signup ? undefined : wantedSeat(frame.match); // kept until they are a member
if (wanted !== undefined && !config.anonymous) waiting.join(wanted);
