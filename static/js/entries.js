// Entries of a match's log in words: all that no board shows.

import { shownName } from "./names.js";
import { manner } from "./outcome.js";
import { askedWords, declinedWords } from "./rematch.js";

/** Return a sentence for an entry that is no move, seen from the frame before it; "" where there is nothing to say. */
export function entryWords(entry, before) {
  if (entry.kind === "rematch") return askedWords(entry.frame);
  if (entry.kind === "no_rematch") return declinedWords(entry.frame);
  if (entry.frame.ended) return manner(entry.frame);
  const name = entry.frame.seats[entry.seat]?.name ?? "";
  const own = entry.seat === entry.frame.seat;
  const sentences = {
    start: gettext("The cards are dealt."),
    join: interpolate(gettext("%s sits down."), [name]),
    decline: interpolate(gettext("%s does not come along."), [shownName(before?.seats[entry.seat]?.kept ?? "")]),
    leave: interpolate(gettext("%s has left the table."), [gone(entry.seat, before)]),
    kick: interpolate(gettext("The host has sent %s away."), [left(entry.frame, before)]),
    pause: gettext("Our servers were away for a moment; the clocks were not charged for it."),
    draw_offer: own ? gettext("You offered a draw.") : interpolate(gettext("%s offers a draw."), [name]),
    draw_decline: gettext("The draw was declined."),
    slow_offer: slowWords(entry.frame, before, own, name),
    slow_decline: gettext("The match stays live."),
    absent: entry.frame.may.includes("seat_bot") || own ? "" : interpolate(gettext("%s is away."), [name]),
    back: own ? "" : interpolate(gettext("%s is back."), [name]),
    take_back: own ? "" : interpolate(gettext("%s is back and plays on."), [name]),
    take_over: interpolate(gettext("A bot plays on for %s."), [newlyGone(entry.frame, before)]),
  };
  return sentences[entry.kind] ?? "";
}

/** Return who was fined, for a move of the referee that fines a team; else "". */
export function fineWords({ events = [], frame, number }) {
  const team = events.find((event) => event.type === "penalised")?.team;
  const why = frame.interventions?.find((one) => one.number === number)?.why;
  const words = finedWords(team, frame);
  return words && why ? `${words} ${gettext("The moderator’s reason:")} \u2068${why}\u2069` : words;
}

/** Return whose team was fined; "" for no team. */
export function finedWords(team, frame) {
  const names = frame.seats.filter((seat) => team !== undefined && seat.team === team).map((seat) => seat.name);
  if (!names.length) return "";
  const text = ngettext("%s is fined for table talk.", "The team of %s is fined for table talk.", names.length);
  return interpolate(text, [names[0]]);
}

function slowWords(frame, before, own, name) {
  if (frame.pace === "mail" && before?.pace !== "mail") return gettext("The match goes on by mail.");
  return own ? "" : interpolate(gettext("%s would like to go on by mail."), [name]);
}

function gone(seat, before) {
  return before?.seats[seat]?.name ?? "";
}

function left(frame, before) {
  return before?.seats.find((seat) => seat.name && frame.seats[seat.seat].empty)?.name ?? "";
}

function newlyGone(frame, before) {
  return frame.seats.find((seat) => seat.gave_up && !before?.seats[seat.seat].gave_up)?.name ?? "";
}
