/**
 * What the player can do now, in words: the moves that came with the frame, by the card that moves.
 */
import { fill } from "../js/board/texts.js";
import { movedCards } from "./model.js";
import { shortWords } from "./words.js";

const placeWords = (from) => {
  const slot = /^work:(\d+)/.exec(from)?.[1];
  if (slot !== undefined) return fill(gettext("work stack %(number)s"), { number: Number(slot) + 1 });
  return from === "blitz" ? gettext("the Blitz pile") : gettext("the turned cards");
};

const wordsOf = (area, { type, from, to }) => {
  const [card, ...others] = movedCards(area, { from });
  const values = { card: shortWords(card), from: placeWords(from), number: to + 1 };
  if (type === "centre") return fill(gettext("put %(card)s from %(from)s into the centre"), values);
  const text = others.length ? gettext("lay the stack from %(card)s down, %(from)s, on work stack %(number)s")
    : gettext("lay %(card)s from %(from)s on work stack %(number)s");
  return fill(text, values);
};

const sentences = {
  turn: () => gettext("turn three cards of your reserve"),
  stuck: () => gettext("say that you have nothing to play"),
};

/** The sentences, the centre first; the same card into the centre is said once, whatever stack it goes on. */
export const nowWords = ({ view, seat, legal = [] }) => {
  const area = view.seats[seat];
  const centre = legal.filter(({ type }) => type === "centre");
  const all = [...centre, ...legal.filter((move) => !centre.includes(move))];
  return [...new Set(all.map((move) => sentences[move.type]?.() ?? wordsOf(area, move)))];
};
