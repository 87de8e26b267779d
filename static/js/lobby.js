// Lobby and home: the lists of tables as they are now, which of them are shown, and the form of a quick match.

import { keepingFocus } from "./dom.js";
import { listen } from "./feed.js";
import { Filters } from "./filters.js";
import { startQuick } from "./quick.js";
import { tellTimes } from "./times.js";

const lists = Object.fromEntries(Array.from(document.querySelectorAll("[data-list]"), (list) => [list.dataset.list, list]));
const filters = new Filters(document.getElementById("filters"), lists);

function cardsOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html; // our own page's card, escaped by its template
  return Array.from(template.content.children);
}

/** Show a list as the server has it; one's own matches stand in their own list alone. */
function showCards({ list, order, cards, cut }) {
  const shown = new Map(Array.from(lists[list].children, (card) => [card.dataset.id, card]));
  for (const [id, html] of Object.entries(cards)) shown.set(id, cardsOf(html)[0]);
  keepingFocus(() => lists[list].replaceChildren(...order.map((id) => shown.get(id)).filter(Boolean)));
  filters.answered(list, cut);
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
  filters.sift();
}

const { tickets, link, ask } = listen({ cards: showCards, own: showOwn }, filters.asked);
filters.onChange = ask;
startQuick(document.getElementById("quick"), { tickets, link });
filters.sift();
