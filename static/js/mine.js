// "My matches" as they are now: when the server tells of other cards than stand here, the lists are fetched anew.

import { keepingFocus } from "./dom.js";
import { listen } from "./feed.js";
import { tellTimes } from "./times.js";

const SELDOM = 2000; // ms between two of these, for somebody may play at a quick table beside it
const TOLD = 50; // cards that the server tells of: the most urgent ones
let shown = null; // what the first cards say that stand here
let told = null; // and what they say by the server's latest word
let fetching = false;

/** Return what cards say, but for the times that only grow. */
function said(cards) {
  const words = (card) => Array.from(card.querySelectorAll(".person, .tag"), (part) => part.textContent.trim());
  const deadline = (card) => card.querySelector(".soft > time")?.dateTime ?? "";
  return JSON.stringify(cards.map((card) => [card.dataset.id, deadline(card), ...words(card)]));
}

function cardsIn(root) {
  return Array.from(root.querySelectorAll("[data-id]"));
}

function hear({ html }) {
  const template = document.createElement("template");
  template.innerHTML = html; // our own page's cards, escaped by their template
  const cards = cardsIn(template.content);
  told = said(cards);
  const running = document.querySelector("#mine [data-list=own]");
  const here = running ? cardsIn(running) : [];
  shown ??= said(cards.length < TOLD ? here : here.slice(0, cards.length));
  renew();
}

async function renew() {
  if (fetching || document.hidden || told === shown) return;
  fetching = true;
  const wanted = told;
  const answer = await fetch(location.href).catch(() => null);
  if (answer?.ok && !answer.redirected) {
    show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    shown = wanted;
  }
  setTimeout(() => ((fetching = false), renew()), SELDOM);
}

function show(fetched) {
  const mine = document.getElementById("mine");
  keepingFocus(() => mine.replaceChildren(...fetched.getElementById("mine").children));
  tellTimes(mine);
}

document.addEventListener("visibilitychange", renew);
listen({ own: hear });
