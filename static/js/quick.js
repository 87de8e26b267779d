// The form of a quick match: only what the chosen game knows is offered, and the last choice is remembered. The page
// stays, and its socket leads on to the table: to load a page in between costs a second.

import { recall, remember } from "./memory.js";

const KEY = "quick";
const SHOWN_WITHIN = 3000; // ms; else the socket is not what it should be, and the page is loaded anew
const LED_WITHIN = 1500; // ms; else a new guest gets a page that knows them

/** Start the form; a page without one has nothing to start. `feed`: the tickets and the link of static/js/feed.js. */
export function startQuick(form, feed) {
  if (!form) return;
  const fresh = !form.querySelector(".message") && !new URLSearchParams(location.search).has("game");
  if (fresh) restore(form);
  form.addEventListener("change", () => fit(form));
  form.addEventListener("submit", (event) => {
    keep(form);
    event.preventDefault();
    send(form, feed);
  });
  fit(form);
}

/** Offer the numbers of players of the game; a race has no clock. */
function fit(form) {
  const game = form.querySelector("[name=game]:checked");
  const seats = game.dataset.seats.split(" ");
  const select = form.elements.seats;
  for (const option of select.options) option.hidden = option.disabled = !seats.includes(option.value);
  if (!seats.includes(select.value)) [select.value] = seats;
  form.querySelector(".when-clock").hidden = "race" in game.dataset;
}

/** Ask without leaving the page. A refusal is a page, which the form itself leads to; nothing is done by asking twice. */
async function send(form, { tickets, link }) {
  const button = form.querySelector("button:not([type])");
  if (button.hasAttribute("aria-disabled")) return;
  const isStranger = document.documentElement.dataset.memory === undefined;
  button.setAttribute("aria-disabled", "true"); // a disabled one would lose the focus
  const asked = { method: "POST", body: new FormData(form) };
  const answer = await fetch(`${form.action}?part`, asked).catch(() => null);
  if (answer?.status !== 204) {
    form.submit();
  } else if (isStranger) {
    link.renew();
    setTimeout(() => tickets.leaving || location.reload(), LED_WITHIN);
  } else {
    button.removeAttribute("aria-disabled");
    setTimeout(() => tickets.waiting || tickets.leaving || location.reload(), SHOWN_WITHIN);
  }
}

function keep(form) {
  const chosen = Object.fromEntries(new FormData(form));
  delete chosen.csrfmiddlewaretoken;
  remember(KEY, JSON.stringify(chosen));
}

function restore(form) {
  let chosen = {};
  try {
    chosen = JSON.parse(recall(KEY) ?? "{}");
  } catch {
    return; // not ours
  }
  for (const [name, value] of Object.entries(chosen)) {
    const field = form.elements[name];
    const found = field && (field.options ? Array.from(field.options) : Array.from(field)).find((one) => one.value === value);
    if (found && !found.disabled) field.value = value;
  }
}
