// Lobby and home: the lists of tables as they are now, which of them are shown, and the form of a quick match.

import { listen } from "./feed.js";
import { startFilters } from "./filters.js";
import { startQuick } from "./quick.js";
import { tellTimes } from "./times.js";

const lists = Object.fromEntries(Array.from(document.querySelectorAll("[data-list]"), (list) => [list.dataset.list, list]));
const sift = startFilters(document.getElementById("filters"), lists.open);

/** Keep the focus where it was, though its card is another element now. */
function keepingFocus(change) {
  const focused = document.activeElement?.id;
  change();
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
}

function cardsOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html; // our own page's card, escaped by its template
  return Array.from(template.content.children);
}

/** Show a list as the server has it; one's own matches stand in their own list alone. */
function showCards({ list, order, cards }) {
  const shown = new Map(Array.from(lists[list].children, (card) => [card.dataset.id, card]));
  for (const [id, html] of Object.entries(cards)) shown.set(id, cardsOf(html)[0]);
  keepingFocus(() => lists[list].replaceChildren(...order.map((id) => shown.get(id)).filter(Boolean)));
  settle();
}

function showOwn({ html }) {
  keepingFocus(() => lists.own.replaceChildren(...cardsOf(html)));
  settle();
}

function settle() {
  const own = new Set(Array.from(lists.own.children, (card) => card.dataset.id));
  for (const card of [...lists.open.children, ...lists.live.children]) card.toggleAttribute("data-own", own.has(card.dataset.id));
  tellTimes(document.getElementById("tables"));
  lists.own.parentElement.hidden = !own.size;
  lists.awaited.parentElement.hidden = !lists.awaited.childElementCount;
  lists.live.parentElement.hidden = !lists.live.querySelector("li:not([data-own])");
  sift();
}

startQuick(document.getElementById("quick"), listen({ cards: showCards, own: showOwn }));
sift();
