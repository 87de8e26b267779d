// The form of a quick match: only what the chosen game knows is offered, and the last choice is remembered.

import { recall, remember } from "./memory.js";

const KEY = "quick";

/** Start the form; a page without one has nothing to start. */
export function startQuick(form) {
  if (!form) return;
  const fresh = !form.querySelector(".message") && !new URLSearchParams(location.search).has("game");
  if (fresh) restore(form);
  form.addEventListener("change", () => fit(form));
  form.addEventListener("submit", () => keep(form));
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
