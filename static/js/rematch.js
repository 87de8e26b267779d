// Playing again: from the old match to the new table, where everybody's seat is kept, and what both pages say of it.

import { make } from "./dom.js";

/** Return what the banner of a match that is over offers to play on: words about the new table, and the way there. */
export function playAgain(frame, config) {
  const words = make("p", { class: "rematch", text: [askedWords(frame), declinedWords(frame)].filter(Boolean).join(" ") });
  return [words, way(frame, config), no(frame, config)];
}

/** Return who has asked for a rematch, "" while nobody has. */
export function askedWords({ rematch, seat, seats }) {
  if (!rematch) return "";
  if (rematch.seat === seat) return alone(seats) ? "" : gettext("You asked for a rematch.");
  return interpolate(gettext("%s would like a rematch."), [seats[rematch.seat].name]);
}

/** Return who does not come along, "" while nobody has said so. */
export function declinedWords({ rematch, seat, seats }) {
  const declined = rematch?.declined ?? [];
  const others = declined.filter((one) => one !== seat).map((one) => seats[one].name);
  const own = declined.includes(seat) && gettext("You do not come along; the others have been told.");
  const text = ngettext("%s does not come along.", "%s do not come along.", others.length);
  return [own, others.length && interpolate(text, [others.join(", ")])].filter(Boolean).join(" ");
}

/** The answer of who does not want to play again, so that nobody waits for them in vain. */
function no({ rematch, seat, view }, config) {
  const asked = rematch && view && seat !== undefined && rematch.seat !== seat;
  if (!asked || rematch.declined?.includes(seat)) return false;
  const form = { type: "submit", form: "again", formaction: config.decline };
  return make("button", { class: "button plain", ...form, "data-key": "decline-rematch", text: gettext("No, thanks") });
}

/** A player's button asks for the table or leads to it, whichever it takes; who watched may follow. */
function way(frame, config) {
  if (frame.ended?.reason === "missed") return toLobby();
  if (frame.seat !== undefined && frame.view) {
    const text = ownWords(frame);
    return make("button", { class: "button", type: "submit", form: "again", "data-key": "again", text });
  }
  if (!frame.rematch) return make("a", { class: "button", href: config.again, text: gettext("Open a table like this") });
  const href = config.invite.replace(frame.match, frame.rematch.match);
  return make("a", { class: "button", href, "data-key": "again", text: gettext("Watch the rematch") });
}

/** Where nobody has played there is nothing to repeat; who came waits on for another table already. */
function toLobby() {
  const link = document.querySelector("[data-way=lobby]").cloneNode(true); // the page's own, in the reader's language
  link.hidden = false;
  return link;
}

function ownWords({ rematch, seat, seats }) {
  if (alone(seats)) return gettext("Play again");
  if (!rematch) return gettext("Ask for a rematch");
  return rematch.seat === seat ? gettext("To the new table") : gettext("Come along");
}

/** Whether all others were bots: who plays on for a person is none. */
function alone(seats) {
  return seats.filter((seat) => !seat.bot || seat.gave_up).length === 1;
}

/** Sit down at the new table and be ready: the click that led here has been answer enough. */
export async function comeAlong(frame, config, waiting, ask) {
  history.replaceState(null, "", location.pathname);
  const kept = frame.seats.find((seat) => isKeptFor(seat, config));
  const invited = !config.anonymous && frame.may.includes("join");
  if (frame.seat !== undefined || !(kept || invited)) return;
  const joined = await waiting.join(kept?.seat);
  if (joined !== undefined) await ask({ type: "ready", ready: true });
}

/** Whether an empty seat is kept for the person whose page this is. */
export function isKeptFor(seat, config) {
  return Boolean(seat.kept) && seat.kept === config.name;
}
