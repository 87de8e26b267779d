// The form of a quick match: only what the chosen game knows is offered, and the last choice is remembered. The page
// stays, and its socket leads on to the table: to load a page in between costs a second.

import { make } from "./dom.js";
import { recall, remember } from "./memory.js";

const KEY = "quick";
const USUAL = "usual"; // how bots come until the person has chosen: the server knows it by this word
const BOTS_BY_RATED = { 0: "30", 1: "never" }; // and this is what it means
const SHOWN_WITHIN = 3000; // ms; else the socket is not what it should be, and the page is loaded anew
const LED_WITHIN = 1500; // ms; else a new guest gets a page that knows them

/**
 * Start the form, and the buttons beside those who wait; a page without it has nothing to start: there they lead on to
 * the lobby. `feed`: the tickets and the link of static/js/feed.js.
 */
export function startQuick(form, feed) {
  if (!form) return;
  const fresh = !form.querySelector(".message") && !new URLSearchParams(location.search).has("game");
  if (fresh) restore(form);
  const told = Array.from(form.elements.bots_after.options).find((option) => option.defaultSelected)?.value ?? USUAL;
  if (told !== USUAL) form.dataset.bots = ""; // what the person has chosen, and was refused
  form.addEventListener("change", ({ target }) => {
    if (target.name === "bots_after") form.dataset.bots = "";
    fit(form);
  });
  form.addEventListener("submit", (event) => {
    keep(form);
    event.preventDefault();
    send(form, form.querySelector("button:not([type])"), feed);
  });
  document.getElementById("join-wish").addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.target, event.submitter, feed);
  });
  fit(form);
}

/** Offer the numbers of players of the game; a race is live and has no clock, and to a rated match no bots come by themselves. */
function fit(form) {
  const game = form.querySelector("[name=game]:checked");
  const seats = game.dataset.seats.split(" ");
  const select = form.elements.seats;
  for (const option of select.options) option.hidden = option.disabled = !seats.includes(option.value);
  if (!seats.includes(select.value)) [select.value] = seats;
  const race = "race" in game.dataset;
  form.querySelector(".when-clock").hidden = form.querySelector(".when-turns").hidden = race;
  if (race) form.elements.pace.value = "live";
  const bots = form.elements.bots_after;
  bots.querySelector(`[value=${USUAL}]`).hidden = true; // what it means is shown
  if (!("bots" in form.dataset)) bots.value = BOTS_BY_RATED[form.elements.rated.value];
}

/** Ask without leaving the page. A refusal is a page, which the form itself leads to; nothing is done by asking twice. */
async function send(form, button, { tickets, link }) {
  if (button.hasAttribute("aria-disabled")) return;
  const isStranger = document.documentElement.dataset.memory === undefined;
  button.setAttribute("aria-disabled", "true"); // a disabled one would lose the focus
  tellUsual(form);
  const body = new FormData(form);
  if (form.id === "quick") fit(form);
  if (button.name) body.append(button.name, button.value);
  const asked = { method: "POST", body };
  const answer = await fetch(`${form.action}?part`, asked).catch(() => null);
  if (answer?.status !== 204) {
    submit(form, button);
  } else if (isStranger) {
    link.renew();
    setTimeout(() => tickets.leaving || location.reload(), LED_WITHIN);
  } else {
    button.removeAttribute("aria-disabled");
    setTimeout(() => tickets.some || tickets.leaving || location.reload(), SHOWN_WITHIN);
  }
}

/** Let the server decide what the person has not chosen, so that a page that comes back knows it, too. */
function tellUsual(form) {
  if (form.elements.bots_after && !("bots" in form.dataset)) form.elements.bots_after.value = USUAL;
}

/** Submit a form as by its button, without asking our own listeners again. */
function submit(form, { name, value }) {
  tellUsual(form);
  if (name) form.append(make("input", { type: "hidden", name, value }));
  form.submit();
}

function keep(form) {
  const chosen = Object.fromEntries(new FormData(form));
  delete chosen.csrfmiddlewaretoken;
  if ("bots" in form.dataset) chosen.bots = chosen.bots_after;
  delete chosen.bots_after;
  remember(KEY, JSON.stringify(chosen));
}

function restore(form) {
  let chosen = {};
  try {
    chosen = JSON.parse(recall(KEY) ?? "{}");
  } catch {
    return; // not ours
  }
  delete chosen.bots_after; // of older pages, which did not know who had chosen it
  if (chosen.bots) {
    chosen.bots_after = chosen.bots;
    form.dataset.bots = "";
  }
  for (const [name, value] of Object.entries(chosen)) {
    const field = form.elements[name];
    const found = field && (field.options ? Array.from(field.options) : Array.from(field)).find((one) => one.value === value);
    if (found && !found.disabled) field.value = value;
  }
}
