// A quick match before its start: everybody has a seat, and it begins as soon as all have come.

import { chip, make } from "./dom.js";
import { freshSalt } from "./random.js";
import { marks } from "./seats.js";

/** Come to the table, with this browser's share in the deal: the page has shown and kept the commitment. */
export function come(frame, ask) {
  return frame.may.includes("here") ? ask({ type: "here", salt: freshSalt() }) : undefined;
}

/** Return what the table shows until then; `terms`: what is played, `buttons`: the way out. */
export function gatheringParts(frame, terms, buttons) {
  const words = gettext("The match begins as soon as all are here. Nobody is waited for longer than half a minute.");
  return [
    make("h2", { tabindex: -1, text: title(frame) }),
    ...terms,
    make("ul", { class: "places" }, ...frame.seats.map((seat) => place(seat, frame))),
    make("p", { class: "soft", text: words }),
    buttons,
  ];
}

/** Return why a table closed to which not all came, as the viewer should hear it. */
export function missedWords({ ended, seat, seats }) {
  const missing = ended.missing ?? [];
  if (missing.includes(seat)) return gettext("You did not come, so the others look for another table.");
  const names = missing.map((other) => seats[other].name).join(", ");
  const came = interpolate(gettext("Not here in time: %s."), [names]);
  return seat === undefined ? came : `${came} ${gettext("You wait on for another table, in your old place.")}`;
}

function title({ seats }) {
  const awaited = seats.filter((seat) => !seat.ready).map((seat) => seat.name);
  return interpolate(gettext("Your table is ready. Waiting for %s"), [awaited.join(", ")]);
}

function place(seat, frame) {
  const state = seat.ready ? gettext("is here") : gettext("on the way");
  return make(
    "li",
    { class: "place" },
    chip(seat.team, frame.seats),
    make("span", { class: "seat-name" }, make("bdi", { text: seat.name }), ...marks(seat, seat.seat === frame.seat)),
    make("span", { class: seat.ready ? "tag accent" : "tag", text: state }),
  );
}
