/**
 * What the player can do now, in words: the moves that came with the frame, by the card that moves.
 */
import { either, fill } from "../js/board/texts.js";
import { movedCards } from "./model.js";
import { shortWords } from "./words.js";

const placeWords = (from) => {
  const slot = /^work:(\d+)/.exec(from)?.[1];
  if (slot !== undefined) return fill(gettext("work stack %(number)s"), { number: Number(slot) + 1 });
  return from === "blitz" ? gettext("the Blitz pile") : gettext("the turned cards");
};

const centreWords = (area, from) => fill(gettext("put %(card)s from %(from)s into the centre"),
  { card: shortWords(movedCards(area, { from })[0]), from: placeWords(from) });

const workWords = (area, from, slots) => {
  const [card, ...others] = movedCards(area, { from });
  const text = others.length ? gettext("lay the stack from %(card)s down, %(from)s, on work stack %(number)s")
    : gettext("lay %(card)s from %(from)s on work stack %(number)s");
  const number = either(slots.map((slot) => String(slot + 1)));
  return fill(text, { card: shortWords(card), from: placeWords(from), number });
};

/** The sentences, the centre first; what moves from one place is said once, wherever it can go. */
export const nowWords = ({ view, seat, legal = [] }) => {
  const area = view.seats[seat];
  const byPlace = (type) => Map.groupBy(legal.filter((move) => move.type === type), ({ from }) => from);
  const may = (type) => legal.some((move) => move.type === type);
  return [
    ...[...byPlace("centre").keys()].map((from) => centreWords(area, from)),
    ...[...byPlace("work")].map(([from, moves]) => workWords(area, from, moves.map(({ to }) => to))),
    ...(may("turn") ? [gettext("turn three cards of your reserve")] : []),
    ...(may("stuck") ? [gettext("say that you have nothing to play")] : []),
  ];
};
