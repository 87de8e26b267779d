// What people and bots are called, the same in seats, board and talk.

import { make } from "./dom.js";

const GUEST = /^Guest (\d+)$/;
const DELETED = /^Deleted \d+$/;

/** Return a name as the reader's language has it: a guest's has a word to translate, and a lost one. */
export function shownName(name) {
  if (DELETED.test(name)) return gettext("deleted player");
  const guest = GUEST.exec(name);
  return guest ? interpolate(gettext("Guest %(number)s"), { number: guest[1] }, true) : name;
}

/** Return the face that belongs to a person's name, of so many pixels. */
export function face(name, size) {
  const src = document.documentElement.dataset.faces.replace("NAME", encodeURIComponent(name));
  return make("img", { class: "face", src, alt: "", width: size, height: size });
}

/** Return how well a bot plays, in words; `policy` is a level, or how bots of older matches were told to play. */
export function levelWords(policy) {
  const words = {
    gentle: pgettext("a bot", "gentle"),
    steady: pgettext("a bot", "steady"),
    sharp: pgettext("a bot", "sharp"),
    greedy: pgettext("a bot", "plain"),
    random: pgettext("a bot", "random"),
  };
  return words[policy] ?? policy;
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

/** Return the name of a named seat, for a person as the way to their page: in a tab of its own, the table stays. */
export function personLink({ name, face: person }) {
  const words = make("bdi", { text: name });
  if (!person || DELETED.test(person)) return words; // nobody has a page there any more
  return make("a", { class: "name-link", href: `/people/${encodeURIComponent(person)}/`, target: "_blank" }, words);
}

/** Return how strong somebody is, as a small mark; a question mark, and a word, say that it is provisional. */
export function points({ points: number, provisional }) {
  const unsure = [make("span", { "aria-hidden": "true", text: "?" }), make("span", { class: "unseen", text: ` ${gettext("provisional")}` })];
  return make("span", { class: "mark points number", title: gettext("Rating") }, String(number), ...(provisional ? unsure : []));
}

/**
 * Return the people at a table as text with links. Where they sit they have none: a slip of a thumb beside the board
 * must not lead away from it.
 */
export function people(frame) {
  const sitting = frame.seats.filter((seat) => seat.name && seat.face);
  const told = (seat) => [personLink(seat), ...(seat.strength ? [" ", points(seat.strength)] : [])];
  return sitting.flatMap((seat, at) => [at ? ", " : `${gettext("At the table:")} `, ...told(seat)]);
}
