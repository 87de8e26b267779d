// A finished match, step by step: buttons, arrow keys, slider or the list of moves; the same board as in play.

import { copyText } from "./copy.js";
import { chip, make, swapIcon } from "./dom.js";
import { entryWords, fineWords } from "./entries.js";
import { named } from "./names.js";
import { headline } from "./outcome.js";
import { Seats } from "./seats.js";
import { toast } from "./toast.js";

const PACE = 1100;
const config = JSON.parse(document.getElementById("match-config").textContent);
const at = (id) => document.getElementById(id);
const seats = new Seats(at("seats"));

let steps = [];
let now = -1;
let board = null;
let playing = 0;

/** Return a step in words: the move's notation with the name, or what else happened. */
function words(step, index) {
  if (!step.line) return entryWords(step, steps[index - 1]?.frame);
  const name = step.frame.seats[step.seat]?.name;
  return name ? `${name}: ${step.line}` : fineWords(step) || step.line;
}

/** Return the same as nodes, so that a name and a notation keep their own directions in any sentence. */
function wordNodes(step, index) {
  const name = step.frame.seats[step.seat]?.name; // none for a move of the clock or the referee
  if (!step.line || (!name && fineWords(step))) return [words(step, index)];
  return [...(name ? [make("bdi", { text: name }), ": "] : []), make("bdi", { dir: "ltr", text: step.line })];
}

function go(index) {
  const next = Math.max(0, Math.min(steps.length - 1, index));
  if (next === now) return;
  const step = steps[next];
  const forward = next === now + 1;
  now = next;
  board.show(step.frame, forward ? step.events ?? [] : [], step);
  seats.show({ ...step.frame, clocks: undefined }); // they would run, and nobody waits
  tell(step);
}

function tell(step) {
  const last = now === steps.length - 1;
  const sentence = words(step, now);
  at("step-line").replaceChildren(...wordNodes(step, now), ...(last ? [` · ${headline(config.frame)}`] : []));
  at("step-count").textContent = `${now + 1} / ${steps.length}`;
  at("step-slider").value = String(now);
  at("step-slider").setAttribute("aria-valuetext", sentence);
  for (const id of ["step-first", "step-back"]) at(id).setAttribute("aria-disabled", now === 0); // else the focus is lost
  for (const id of ["step-forward", "step-last"]) at(id).setAttribute("aria-disabled", last);
  at("step-list").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = at("step-list").children[now].firstElementChild;
  current.setAttribute("aria-current", "step");
  scrollInside(at("step-list"), current);
  if (last) pause();
}

/** Scroll the list alone, never the page. */
function scrollInside(list, item) {
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

function pause() {
  clearInterval(playing);
  playing = 0;
  swapIcon(at("step-play").querySelector("svg"), "play");
  at("step-play").setAttribute("aria-label", gettext("Play it"));
}

function toggle() {
  if (playing) return pause();
  if (now === steps.length - 1) go(0);
  playing = setInterval(() => go(now + 1), PACE);
  swapIcon(at("step-play").querySelector("svg"), "pause");
  at("step-play").setAttribute("aria-label", gettext("Pause"));
}

function onKey(event) {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const onwards = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const back = onwards === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
  const target = { [onwards]: now + 1, [back]: now - 1, Home: 0, End: steps.length - 1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  pause();
  go(target);
}

function item(step, index) {
  const team = step.kind === "start" ? undefined : step.frame.seats[step.seat]?.team;
  const jump = make(
    "button",
    { type: "button", onclick: () => (pause(), go(index)) },
    make("span", { class: "soft number", text: String(index + 1) }),
    make("span", {}, ...wordNodes(step, index)),
    team !== undefined && chip(team, step.frame.seats),
  );
  return make("li", {}, jump);
}

/** Return the step that an address like #12 or ?at=12 means: that of the entry with the number, or the last before it. */
function stepOf({ hash, search }) {
  const number = Number(hash.slice(1) || new URLSearchParams(search).get("at"));
  return steps.findLastIndex((step) => step.number <= number);
}

/** Copy the address of the step that is shown. */
function share() {
  const link = new URL(location.pathname, location.href);
  link.searchParams.set("at", steps[now].number);
  copyText(make("input", { value: link.href }), gettext("The link to this moment is copied."));
}

function listen() {
  const jumps = {
    "step-first": () => 0,
    "step-back": () => now - 1,
    "step-forward": () => now + 1,
    "step-last": () => steps.length - 1,
  };
  for (const [id, target] of Object.entries(jumps)) at(id).addEventListener("click", () => (pause(), go(target())));
  at("step-play").addEventListener("click", toggle);
  at("step-share").addEventListener("click", share);
  at("step-slider").addEventListener("input", () => (pause(), go(Number(at("step-slider").value))));
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => (pause(), go(stepOf(location))));
}

async function start() {
  const [module, response] = await Promise.all([import(config.board), fetch(config.steps)]);
  if (!response.ok) throw new Error(`${config.steps}: ${response.status}`);
  steps = (await response.json()).steps.filter((step) => step.frame.view);
  for (const step of steps) named(step.frame);
  named(config.frame);
  const refuse = () => Promise.reject(new Error("a replay takes no moves"));
  board = module.mountBoard(at("board"), { play: refuse, readOnly: true });
  at("step-slider").max = String(steps.length - 1);
  at("step-list").replaceChildren(...steps.map(item));
  listen();
  at("board").hidden = false; // a board measures itself when it draws
  go(stepOf(location)); // the first, if none is meant
}

start().catch((error) => {
  console.error(error);
  toast(gettext("The replay could not be loaded. Please reload the page."), "refused");
});
