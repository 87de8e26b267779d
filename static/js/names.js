// What people and bots are called, the same in seats, board and talk.

import { make } from "./dom.js";

const GUEST = /^Guest (\d+)$/;

/** Return a name as the reader's language has it: only a guest's has a word to translate. */
export function shownName(name) {
  const guest = GUEST.exec(name);
  return guest ? interpolate(gettext("Guest %(number)s"), { number: guest[1] }, true) : name;
}

/** Return the face that belongs to a person's name, of so many pixels. */
export function face(name, size) {
  const src = document.documentElement.dataset.faces.replace("NAME", encodeURIComponent(name));
  return make("img", { class: "face", src, alt: "", width: size, height: size });
}

/** Return the frame with every seat named; a bot that plays on for a person keeps the person's name. */
export function named(frame) {
  const bots = frame.seats.filter((seat) => seat.bot && !seat.name);
  bots.forEach((seat, index) => {
    seat.name = bots.length > 1 ? interpolate(gettext("Bot %s"), [index + 1]) : gettext("Bot");
  });
  for (const seat of frame.seats.filter(({ name }) => name)) {
    if (!bots.includes(seat)) seat.face ??= seat.name; // drawn from the name itself, not from its translation
    seat.name = shownName(seat.name);
  }
  return frame;
}
