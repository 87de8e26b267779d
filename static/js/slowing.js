// A live match goes on by mail when all its people agree: asked by one, answered by the others.

import { confirmed } from "./actions.js";
import { make } from "./dom.js";

const DAYS = [1, 2, 3, 7, 14];
const USUAL = 3;

/** Return so many days a move in words. */
export function daysWords(days) {
  return interpolate(ngettext("%s day a move", "%s days a move", days), [days]);
}

/** Let the person choose how many days a move may take, and ask the others. */
export async function askToSlow(ask) {
  const option = (days) => make("option", { value: days, selected: days === USUAL, text: daysWords(days) });
  const choice = make("select", { "aria-label": gettext("Days a move") }, ...DAYS.map(option));
  const question = gettext("Go on by mail? The match is slowed down for good once everybody has agreed.");
  const agreed = await confirmed(question, gettext("Ask the others"), choice);
  if (agreed) await ask({ type: "slow", days: Number(choice.value) });
}

/** Return what an open question shows: what was asked, and the answers that this person may give. */
export function slowOffer(frame, may, ask, button) {
  if (!frame.slow) return [];
  const { days, offered_by: asking } = frame.slow;
  const told = { names: asking.map((seat) => frame.seats[seat].name).join(", "), days: daysWords(days) };
  const mine = asking.includes(frame.seat);
  const words = mine ? gettext("You asked to go on by mail, %(days)s.") : gettext("%(names)s: go on by mail, %(days)s?");
  const shown = [make("p", { class: mine ? "soft" : undefined, text: interpolate(words, told, true) })];
  if (may.has("accept_slow")) {
    shown.push(button("accept-slow", gettext("Go on by mail"), "small", () => ask({ type: "accept_slow" })));
  }
  if (may.has("decline_slow")) {
    const no = mine ? gettext("Take it back") : gettext("No, stay live");
    shown.push(button("decline-slow", no, "plain small", () => ask({ type: "decline_slow" })));
  }
  return shown;
}
