// At which tables it is the person's turn, on whatever page: a number beside "My matches", a mark in the title, and for
// who wishes one notification a turn, while they look at no page of ours. A table's own page tells of its turns itself.

import { recall, remember } from "./memory.js";
import { isOn, notifyOf } from "./notify.js";
import { aloneWith, holdWhile } from "./tabs.js";
import { showElsewhere } from "./title.js";

const TOLD = "turns-told"; // in this browser: of which turns it has been told, by any tab
const KEPT = 50;
const LOOKED_AT = "looked-at";
const opened = (match) => `table-${match}`;
const badge = document.getElementById("turns");
const here = /^\/m\/(\w+)\/$/.exec(location.pathname)?.[1];
let known = new Set(badge?.dataset.matches.split(" ")); // that waited when the page was made, and then at each word

/** Begin to tell the other tabs that this one is looked at, and which table it shows. */
export function startTurns() {
  holdWhile(LOOKED_AT, () => !document.hidden);
  if (here) holdWhile(opened(here), () => true);
}

/** Show where it is the person's turn now: of each match its id, the name of its game, its last entry's number. */
export function showTurns(turns) {
  if (!badge) return; // a page without the header
  badge.hidden = !turns.length;
  badge.querySelector("[data-count]").textContent = turns.length;
  showElsewhere(turns.filter(({ match }) => match !== here).length, badge.dataset.picture);
  const fresh = turns.filter(({ match }) => match !== here && !known.has(match));
  known = new Set(turns.map(({ match }) => match));
  if (fresh.length && document.hidden && isOn()) aloneWith(TOLD, (held) => tell(fresh, held));
}

function tell(turns, held) {
  if (held.has(LOOKED_AT)) return; // in another tab the person sees the number
  const told = new Map(recalled());
  const untold = turns.filter(({ match, number }) => !held.has(opened(match)) && told.get(match) !== number);
  for (const { match, number, game } of untold) {
    told.delete(match); // so that it is the latest
    told.set(match, number);
    notifyOf(gettext("Your turn"), { body: game, tag: match, icon: badge.dataset.picture }, () => go(`/m/${match}/`));
  }
  remember(TOLD, JSON.stringify([...told].slice(-KEPT)));
}

function recalled() {
  try {
    return JSON.parse(recall(TOLD) ?? "[]");
  } catch {
    return []; // not ours
  }
}

/** Go to the table; nobody is torn away from another one. */
function go(address) {
  if (here) window.open(address);
  else location.assign(address);
}
