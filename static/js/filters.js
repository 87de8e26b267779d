// Which open tables are shown: chosen by the visitor, remembered by the browser.

import { recall, remember } from "./memory.js";

const KEY = "filters";
const FITS = {
  game: (card, wanted) => card.dataset.game === wanted,
  free: (card, wanted) => card.querySelectorAll(".empty-seat").length >= Number(wanted),
  rated: (card, wanted) => card.dataset.rated === wanted,
  speed: (card, wanted) => card.dataset.speed === wanted,
};

/** Start the choices in `form` (home has none) and return the function that shows the right cards of `list`. */
export function startFilters(form, list) {
  if (form) start(form, () => sift(form, list));
  return () => sift(form, list);
}

function start(form, sifted) {
  const chosen = recalled();
  for (const select of form.elements) if (chosen[select.name]) select.value = chosen[select.name];
  form.hidden = false;
  form.addEventListener("change", () => {
    remember(KEY, JSON.stringify(Object.fromEntries(new FormData(form))));
    sifted();
  });
}

function recalled() {
  try {
    return JSON.parse(recall(KEY) ?? "{}");
  } catch {
    return {}; // not ours
  }
}

function sift(form, list) {
  const wanted = form ? [...new FormData(form)].filter(([, value]) => value) : [];
  const all = Array.from(list.querySelectorAll("li:not([data-own])"));
  const fitting = all.filter((card) => wanted.every(([name, value]) => FITS[name](card, value)));
  for (const card of list.children) card.hidden = !fitting.includes(card);
  list.hidden = !fitting.length;
  document.querySelector("[data-empty=open]").hidden = all.length > 0;
  document.querySelector("[data-none]").hidden = !all.length || fitting.length > 0;
}
