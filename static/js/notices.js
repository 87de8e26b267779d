// What is new for the person, on whatever page: invitations, who asks to be friends, and where it is their turn. The
// first two stay at the edge of the page until they are answered or over; a quiet socket tells of all.

import { iconButton, make } from "./dom.js";
import { face, shownName } from "./names.js";
import { recall, remember } from "./memory.js";
import { isOn, notifyOf } from "./notify.js";
import { showTurns, startTurns } from "./turns.js";

const LONGEST = 30000; // milliseconds between two tries to connect
const SETTLED = 3000; // ms after the first connection in which a server has looked for all that there is
const BARRED = 4403;
const FINAL = new Set([4401, BARRED, 4429]); // logged out; may act no more; too many pages: this one stays silent
const STANDING = "/accounts/standing/";
const LATER = "later"; // whose asking was put off, in this browser
const known = new Set(); // what this browser has told of already, so that a redrawing tells nothing again
let tries = 0;
let socket = null;
let settled = false; // what is told before was there already when the page came

/** Listen once the page is there, for what it is about comes first; only for who is logged in. */
export function listen() {
  if (document.documentElement.dataset.memory === undefined) return;
  startTurns();
  if (document.readyState === "complete") connect();
  else addEventListener("load", connect, { once: true });
  document.addEventListener("visibilitychange", () => document.hidden || socket || connect());
}

function connect() {
  if (socket) return;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/ws/notices/`);
  socket.onopen = () => {
    tries = 0;
    setTimeout(() => (settled = true), SETTLED);
  };
  socket.onmessage = ({ data }) => show(JSON.parse(data));
  socket.onclose = ({ code }) => {
    socket = null;
    if (code === BARRED) leave();
    tries += 1;
    const wait = Math.min(LONGEST, 1000 * 2 ** tries) * (0.5 + Math.random() / 2);
    if (!FINAL.has(code)) setTimeout(() => socket || rests() || connect(), wait);
  };
}

/** Whether nobody would hear of anything: the page is not looked at, and the person wants no notifications. */
function rests() {
  return document.hidden && !isOn();
}

/** Go to the page that says why nothing goes on here; it is one of those that stay open. */
function leave() {
  if (!location.pathname.startsWith("/accounts/")) location.assign(STANDING);
}

function show({ invitations, askers, tickets, turns }) {
  if (tickets.length) wait();
  showTurns(turns);
  const here = invitations.filter(({ match }) => location.pathname !== `/m/${match}/`);
  const panel = place();
  const held = panel.contains(document.activeElement);
  const key = document.activeElement?.dataset.key;
  const putOff = recall(LATER) === askers.join();
  const own = askers.length > 0 && !putOff && !isBusy() && asking(askers);
  panel.replaceChildren(...here.map(invitation), ...(own ? [own] : []));
  panel.hidden = !panel.childElementCount;
  if (held) (panel.querySelector(`[data-key="${key}"]`) ?? next(panel)).focus({ preventScroll: true });
  here.forEach(tell);
}

/** Show for what the person waits since this page has come, perhaps by another device. */
function wait() {
  const root = document.getElementById("waiting-tickets");
  if (root && !("live" in root.dataset)) import("./queue.js");
}

/** Whether the question of a friendship has time: at a table, and where it is answered. */
function isBusy() {
  return document.body.classList.contains("at-table") || location.pathname === "/friends/";
}

function place() {
  const found = document.getElementById("notices");
  if (found) return found;
  const made = make("section", { id: "notices", class: "notices", "aria-live": "polite", "aria-label": gettext("New for you") });
  document.getElementById("content").before(made);
  return made;
}

function invitation({ id, by, game, match }) {
  const words = interpolate(gettext("%(by)s invites you to play %(game)s"), { by: `\u2068${shownName(by)}\u2069`, game }, true);
  return make(
    "div",
    { class: "notice panel" },
    face(by, 36),
    make("p", { text: words }),
    make("a", { class: "button small", href: `/m/${match}/#sit`, "data-key": `sit-${id}`, text: gettext("Sit down") }),
    iconButton("close", gettext("No, thank you"), `no-${id}`, ({ currentTarget }) => decline(id, currentTarget)),
  );
}

async function decline(id, button) {
  if (button.hasAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true"); // a disabled one would lose the focus
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const headers = { "X-CSRFToken": token };
  const answer = await fetch(`/invitations/${id}/decline/?part`, { method: "POST", headers }).catch(() => null);
  if (answer?.ok) dismiss(button);
  else button.removeAttribute("aria-disabled");
}

function asking(askers) {
  const text = ngettext("%s asks to be your friend", "%s ask to be your friends", askers.length);
  return make(
    "div",
    { class: "notice panel" },
    face(askers[0], 36),
    make("p", { text: interpolate(text, [askers.map((name) => `\u2068${name}\u2069`).join(", ")]) }),
    make("a", { class: "button small", href: "/friends/", "data-key": "friends", text: gettext("Answer") }),
    later(askers),
  );
}

function later(askers) {
  const close = ({ currentTarget }) => {
    remember(LATER, askers.join());
    dismiss(currentTarget);
  };
  return iconButton("close", gettext("Later"), "later", close);
}

/** Take away the notice that a button belongs to; a focus in it goes on to the next one, or to the page. */
function dismiss(button) {
  const notice = button.closest(".notice");
  const held = notice.contains(document.activeElement);
  notice.remove();
  if (held) next(place()).focus({ preventScroll: true });
}

/** Where the focus goes when what had it is gone. */
function next(panel) {
  return panel.querySelector("a") ?? document.getElementById("content");
}

/** A notification of the browser for what has just come, where the person wishes it and looks at something else. */
function tell({ id, by, game }) {
  const fresh = !known.has(id);
  known.add(id);
  if (!fresh || !settled || !document.hidden || !isOn()) return;
  const words = interpolate(gettext("%(by)s invites you to play %(game)s"), { by: shownName(by), game }, true);
  notifyOf(words, { tag: `invitation-${id}` });
}
