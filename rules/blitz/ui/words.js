/**
 * All that the board says.
 */
import { apart, fill, isOwn, seatName } from "../js/board/texts.js";
import { isCross } from "./cards.js";

const colourWord = (colour) =>
  ({ p: gettext("pink"), b: gettext("blue"), g: gettext("green"), y: gettext("yellow") })[colour];

const partsOf = (card) => ({ colour: colourWord(card[0]), number: card.slice(1) });

/** A card in words, as "blue 7, cross". */
export const cardWords = (card) => {
  const symbol = isCross(card) ? gettext("cross") : gettext("nought");
  return fill(gettext("%(colour)s %(number)s, %(symbol)s"), { ...partsOf(card), symbol });
};

/** A card in short, as "blue 7". */
export const shortWords = (card) => fill(gettext("%(colour)s %(number)s"), partsOf(card));

const cardCount = (count) => fill(ngettext("%(count)s card", "%(count)s cards", count), { count });

const nameOf = (frame, seat) => apart(seatName(frame, seat));

/** The Blitz pile in words. */
export const blitzWords = ({ size, top }) =>
  [gettext("Blitz pile"), top ? cardWords(top) : gettext("face down"), cardCount(size)].join(", ");

/** The turned cards in words. */
export const wasteWords = ({ size, top }) => {
  const shown = top ? cardWords(top) : gettext("face down");
  return [gettext("Turned cards"), ...(size ? [shown, cardCount(size)] : [gettext("none")])].join(", ");
};

/** The reserve in words: what pressing it does. */
export const reserveWords = (size) => {
  if (!size) return gettext("Turn the cards over and go through them again");
  return fill(gettext("Turn three cards; reserve: %(cards)s"), { cards: cardCount(size) });
};

/** A work stack in words: its top card, and what else lies in it. */
export const workWords = (cards, slot) => {
  const place = fill(gettext("Work stack %(number)s"), { number: slot + 1 });
  if (!cards.length) return `${place}, ${gettext("empty")}`;
  const whole = cards.length > 1 ? [fill(gettext("stack from %(card)s down"), { card: shortWords(cards[0]) })] : [];
  return [place, cardWords(cards.at(-1)), ...whole].join(", ");
};

/** A stack in the centre in words. */
export const stackWords = (top) => fill(gettext("Centre: %(card)s on top"), { card: cardWords(top) });

/** The number of the round. */
export const roundWords = ({ round, rounds }) => fill(gettext("Round %(round)s of %(rounds)s"), { round, rounds });

/** How many cards a seat has put into the centre in this round, and its points so far. */
export const totalWords = ({ seats, totals }, seat) => [
  fill(gettext("In the centre: %(count)s"), { count: seats[seat].played }),
  fill(gettext("Points: %(points)s"), { points: totals[seat] }),
].join(" · ");

/** A rival's table in words. */
export const rivalWords = (frame, seat, away) => {
  const { blitz, work, played, stuck } = frame.view.seats[seat];
  const row = work.filter((cards) => cards.length).map((cards) => shortWords(cards.at(-1))).join(", ");
  return [
    seatName(frame, seat),
    blitzWords(blitz),
    fill(gettext("work row: %(cards)s"), { cards: row }),
    fill(gettext("in the centre: %(count)s"), { count: played }),
    ...(stuck ? [gettext("has nothing to play")] : []),
    ...(away ? [gettext("Not connected")] : []),
  ].join(", ");
};

const putWords = (frame, { seat, card }) => isOwn(frame, seat)
  ? fill(gettext("You put %(card)s into the centre."), { card: shortWords(card) })
  : fill(gettext("%(name)s puts %(card)s into the centre."), { name: nameOf(frame, seat), card: shortWords(card) });

const ownOnly = (words) => (frame, event) => (isOwn(frame, event.seat) ? words(event) : "");

const stuckWords = (frame, { seat }) => isOwn(frame, seat) ? gettext("You say that you have nothing to play.")
  : fill(gettext("%(name)s has nothing to play."), { name: nameOf(frame, seat) });

/** Who said "Blitz!", or that the round ended without. */
export const overWords = (frame, seat) => {
  if (seat === undefined) return gettext("Nobody could go on: the round is over.");
  return isOwn(frame, seat) ? gettext("You: “Blitz!” The round is over.")
    : fill(gettext("%(name)s: “Blitz!” The round is over."), { name: nameOf(frame, seat) });
};

/** That a round is dealt and not begun. */
export const dealtWords = ({ round }) => fill(gettext("Round %(round)s is dealt."), { round });

const LOUD = {
  dealt: (frame, event) => dealtWords(event),
  started: () => gettext("“Blitz!” Go!"),
  stuck: stuckWords,
  reshuffled: () => gettext("All reserves are shuffled."),
  round_over: (frame, { seat }) => overWords(frame, seat),
  ended: () => gettext("The game is over."),
};

const QUIET = {
  put: putWords,
  completed: () => gettext("The stack is complete."),
  worked: ownOnly(({ cards: [card], to }) =>
    fill(gettext("%(card)s on work stack %(number)s."), { card: shortWords(card), number: to + 1 })),
  filled: ownOnly(({ card, slot }) =>
    fill(gettext("%(card)s fills work stack %(number)s."), { card: shortWords(card), number: slot + 1 })),
  turned_up: ownOnly(({ card }) => fill(gettext("Your Blitz pile shows %(card)s."), { card: shortWords(card) })),
  turned: ownOnly(({ card }) => fill(gettext("You turn up %(card)s."), { card: shortWords(card) })),
};

const words = (book, frame, events) =>
  events.map((event) => book[event.type]?.(frame, event)).filter(Boolean).join(" ");

/** What everybody should see in words. */
export const loudWords = (frame, events) => words(LOUD, frame, events);

/** What happened at every turn, for the ear. */
export const quietWords = (frame, events) => words(QUIET, frame, events);

const targetWords = (target, { centre }) => {
  const [kind, number] = target.split(":");
  if (kind === "work") return fill(gettext("work stack %(number)s"), { number: Number(number) + 1 });
  const top = centre.find(({ n }) => String(n) === number)?.top;
  return top ? fill(gettext("the centre, on %(card)s"), { card: shortWords(top) })
    : gettext("a new stack in the centre");
};

/** Where a chosen card can go. */
export const goesWords = (card, targets, view) => {
  const places = [...targets.keys()].map((target) => targetWords(target, view)).join("; ");
  return fill(gettext("%(card)s can go to: %(places)s."), { card: shortWords(card), places });
};

/** That a chosen card cannot be played. */
export const nowhereWords = (card) => fill(gettext("%(card)s fits nowhere now."), { card: shortWords(card) });

/** That another player's card was quicker. */
export const lateWords = (card) => fill(gettext("%(card)s came too late."), { card: shortWords(card) });
