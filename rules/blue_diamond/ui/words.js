/**
 * All that the Blue Diamond board says.
 */
import { apart, fill, isOwn, seatName } from "../js/board/texts.js";
import { placeOf } from "./model.js";

/** A picture in words. */
export const faceWord = (face) =>
  ({ A: gettext("Arsène"), X: gettext("Lady X"), P: gettext("the policeman"), D: gettext("the diamond") })[face];

/** Who plays on a seat: seat 0 is Arsène, seat 1 Lady X. */
export const roleWord = (seat) => faceWord("AX"[seat]);

/** What a prize row tells. */
export const prizeWords = (pattern) =>
  ({
    PXP: gettext("The police question Lady X"),
    PAP: gettext("The police question Arsène"),
    ADA: gettext("Arsène steals the diamond"),
    XDX: gettext("Lady X steals the diamond"),
    DDD: gettext("The robbery of the century"),
  })[pattern];

/** A number of diamonds. */
export const gemWords = (count) => fill(ngettext("%(count)s diamond", "%(count)s diamonds", count), { count });

/** A place at an end of the row. */
export const endWords = (end) => (end === "left" ? gettext("at the left end") : gettext("at the right end"));

const behindWords = ({ seen_back: behind }) =>
  behind ? [fill(gettext("behind it: %(picture)s"), { picture: faceWord(behind) })] : [];

const whereWords = (view, { card, due }) => {
  const place = placeOf(view, card);
  if (place) return fill(gettext("place %(place)s of %(count)s"), { place, count: view.row.length });
  if (due === undefined) return gettext("loose");
  return due ? gettext("set aside, returns in this turn") : gettext("set aside, returns in the next turn");
};

/** What the place of the cards set aside is called. */
export const asideWords = ({ aside }) =>
  aside.some(({ due }) => due) ? gettext("Returns in this turn") : gettext("Set aside");

/** A card and where it lies. */
export const cardWords = (view, shown) => {
  const name = fill(gettext("Card %(card)s: %(picture)s"), { card: shown.card, picture: faceWord(shown.face) });
  return [name, whereWords(view, shown), ...behindWords(shown)].join(", ");
};

const placed = (mine, { turned }) => {
  if (turned) {
    return mine ? gettext("You turn card %(card)s over and place it %(end)s: %(picture)s.")
      : gettext("%(name)s turns card %(card)s over and places it %(end)s: %(picture)s.");
  }
  return mine ? gettext("You place card %(card)s %(end)s: %(picture)s.")
    : gettext("%(name)s places card %(card)s %(end)s: %(picture)s.");
};

const returned = (mine, { turned }) => {
  if (turned) {
    return mine ? gettext("You turn card %(card)s over and return it %(end)s: %(picture)s.")
      : gettext("%(name)s turns card %(card)s over and returns it %(end)s: %(picture)s.");
  }
  return mine ? gettext("You return card %(card)s %(end)s: %(picture)s.")
    : gettext("%(name)s returns card %(card)s %(end)s: %(picture)s.");
};

const endings = () => ({
  target: gettext("The game is over."),
  no_move: gettext("No action is left: the game is a draw."),
  quiet: gettext("Too many turns without a diamond: the game is a draw."),
});

const sentences = {
  placed,
  returned,
  passed: (mine) => (mine ? gettext("You pass.") : gettext("%(name)s passes.")),
  shifted: (mine) => mine ? gettext("You move card %(card)s to the other end.")
    : gettext("%(name)s moves card %(card)s to the other end."),
  swapped: (mine) => mine ? gettext("You swap cards %(card)s and %(other)s.")
    : gettext("%(name)s swaps cards %(card)s and %(other)s."),
  flipped: (mine) => mine ? gettext("You turn card %(card)s over: %(picture)s.")
    : gettext("%(name)s turns card %(card)s over: %(picture)s."),
  scored: (mine) => mine ? gettext("%(story)s! You get %(gems)s.") : gettext("%(story)s! %(name)s gets %(gems)s."),
  set_aside: () => gettext("Card %(card)s is set aside."),
  ended: (mine, { reason }) => endings()[reason],
};

const sentence = (event, frame) => fill(sentences[event.type](isOwn(frame, event.seat), event), {
  name: event.seat === undefined ? "" : apart(seatName(frame, event.seat)),
  card: event.card ?? event.cards?.[0],
  other: event.cards?.[1],
  end: event.end ? endWords(event.end) : "",
  picture: faceWord(event.face),
  story: prizeWords(event.pattern),
  gems: event.diamonds === undefined ? "" : gemWords(event.diamonds),
});

/** What happened, in words; empty when nothing did. */
export const eventWords = (events, frame) =>
  events.filter(({ type }) => type in sentences).map((event) => sentence(event, frame)).join(" ");

/** What a score is told with over the cards. */
export const storyWords = ({ pattern, seat, diamonds }, frame) =>
  fill(gettext("%(story)s! %(name)s: +%(count)s"),
    { story: prizeWords(pattern), name: apart(seatName(frame, seat)), count: diamonds });
