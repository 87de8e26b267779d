// A match by mail: until when who is to act must have moved, exactly and where the reader is. No clock ticks here.

import { make } from "./dom.js";
import { exactTime } from "./times.js";

/** Draw into `root` the deadlines of a frame, one's own first; nothing in a live match. */
export function showDeadlines(root, frame) {
  const deadlines = [...(frame.deadlines ?? [])];
  deadlines.sort((one, other) => (other.seat === frame.seat) - (one.seat === frame.seat));
  root.hidden = !deadlines.length;
  root.replaceChildren(...deadlines.flatMap((told) => words(told, frame)).map((text) => make("span", { text })));
}

function words({ seat, at, holiday }, frame) {
  const { name } = frame.seats[seat];
  const own = seat === frame.seat;
  const until = own
    ? interpolate(gettext("Your move is due by %s."), [exactTime(at)])
    : interpolate(gettext("%(name)s has until %(instant)s."), { name, instant: exactTime(at) }, true);
  return holiday ? [until, holidayWords(own, name, holiday, frame.clocks.now)] : [until];
}

function holidayWords(own, name, { from, until }, now) {
  const told = { name, from: exactTime(from), until: exactTime(until) };
  if (own) return interpolate(gettext("Your holiday until %(until)s has put it off."), told, true);
  if (from > now) return interpolate(gettext("%(name)s will be on holiday from %(from)s until %(until)s."), told, true);
  return interpolate(gettext("%(name)s is on holiday until %(until)s."), told, true);
}
