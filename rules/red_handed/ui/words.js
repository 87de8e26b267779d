/**
 * All that the board says.
 */
import { apart, fill, isOwn, seatName } from "../js/board/texts.js";
import { signsOf } from "./cards.js";

const kindWord = (kind) => ({
  T: gettext("thief"),
  D: gettext("diamond"),
  F: gettext("fingerprint"),
  P: gettext("policeman"),
  K: gettext("dark room"),
})[kind];

const colourWord = (colour) => ({ r: gettext("red"), g: gettext("green"), b: gettext("blue") })[colour];

/** A card in words, as "thief, red, 2". */
export const cardWords = (code) => {
  const { kind, colour, quantity } = signsOf(code);
  return [kindWord(kind), colour && colourWord(colour), quantity].filter(Boolean).join(", ");
};

const nameOf = (frame, seat) => apart(seatName(frame, seat));

const cardCount = (count) => fill(ngettext("%(count)s card", "%(count)s cards", count), { count });

/** How many cards a seat has, in words. */
export const handWords = (frame, seat, away) => {
  const { hands, piles } = frame.view;
  const words = [seatName(frame, seat), fill(gettext("%(cards)s in hand"), { cards: cardCount(hands[seat]) })];
  if (piles) words.push(fill(gettext("%(cards)s in the pile"), { cards: cardCount(piles[seat]) }));
  if (away) words.push(gettext("Not connected"));
  return words.join(", ");
};

/** The cards that were turned up, for the ear. */
export const flipWords = (cards) =>
  fill(gettext("Turned up: %(cards)s."), { cards: cards.map(({ code }) => cardWords(code)).join("; ") });

/** Who has taken the diamond. */
export const grabWords = (frame, seat) => isOwn(frame, seat) ? gettext("You have the diamond: point at the cards!")
  : fill(gettext("%(name)s has the diamond and points…"), { name: nameOf(frame, seat) });

const hitWords = (frame, { seat, cards }) => {
  const [own, name] = [isOwn(frame, seat), { name: nameOf(frame, seat) }];
  if (cards.length === 2) {
    return own ? gettext("You are right: an arrest!") : fill(gettext("%(name)s is right: an arrest!"), name);
  }
  return own ? gettext("You are right: a theft!") : fill(gettext("%(name)s is right: a theft!"), name);
};

const missWords = (frame, { seat, reason }) => {
  const [own, name] = [isOwn(frame, seat), { name: nameOf(frame, seat) }];
  if (reason === "time") {
    return own ? gettext("You did not point in time.") : fill(gettext("%(name)s did not point in time."), name);
  }
  return own ? gettext("You missed: that is no incident.")
    : fill(gettext("%(name)s missed: that is no incident."), name);
};

/** The judgement of a claim in one sentence. */
export const verdictWords = (frame, event) =>
  event.type === "hit" ? hitWords(frame, event) : missWords(frame, event);

const takenWords = (frame, { seat, taken }) => {
  const values = { cards: cardCount(taken), name: nameOf(frame, seat) };
  return fill(isOwn(frame, seat) ? gettext("You take %(cards)s.") : gettext("%(name)s takes %(cards)s."), values);
};

const dealtWords = (frame, dealt) => {
  const takers = [...dealt.keys()].filter((seat) => dealt[seat]);
  const list = takers.map((seat) => `${nameOf(frame, seat)} \u2066+${dealt[seat]}\u2069`).join(", ");
  return fill(gettext("The open cards are dealt: %(list)s."), { list });
};

/** Where the open cards went after a claim. */
export const consequenceWords = (frame, event) =>
  event.type === "hit" ? dealtWords(frame, event.dealt) : takenWords(frame, event);

const alike = (signs) =>
  [gettext("all alike"), gettext("two alike"), gettext("all different")][new Set(signs).size - 1];

const both = (signs) => (new Set(signs).size === 1 ? gettext("alike") : gettext("different"));

const compared = (codes, name) => (codes.length === 2 ? both : alike)(codes.map((code) => signsOf(code)[name]));

/** What was right or wrong about a claim, as the rules have told it: heading, words, and whether it was right. */
export const factsOf = ({ codes, dark, right, wrong }) => {
  const colours = dark ? gettext("do not matter in the dark") : compared(codes, "colour");
  const facts = {
    kinds: [gettext("Kinds"), codes.map((code) => kindWord(code[0])).join(", ")],
    colours: [gettext("Colours"), colours],
    quantities: [gettext("Quantities"), compared(codes, "quantity")],
  };
  const told = Object.keys(facts).filter((fact) => right.includes(fact) || wrong.includes(fact));
  return told.map((fact) => [...facts[fact], right.includes(fact)]);
};

/** Whether something was right, in words. */
export const fitWords = (fits) => (fits ? gettext("right") : gettext("wrong"));

/** Which cards were claimed and what was right or wrong about them, for the ear. */
export const whyWords = (claim) => {
  if (!claim.codes.length) return "";
  const facts = factsOf(claim).map(([heading, words, fits]) => `${heading}: ${words}, ${fitWords(fits)}.`);
  const cards = claim.codes.map(cardWords).join("; ");
  return [fill(gettext("Claimed: %(cards)s."), { cards }), ...facts].join(" ");
};

const finishList = (frame, finish, text, between) => {
  const one = ({ seat, reaction, credit }) => fill(text, { name: nameOf(frame, seat), time: reaction, line: credit });
  return fill(gettext("Photo finish: %(list)s"), { list: finish.map(one).join(between) });
};

/** The photo finish: who was how quick, best first. */
export const finishWords = (frame, finish) => finishList(frame, finish, gettext("%(name)s %(time)s ms"), ", ");

/** The same with what each one's line was taken to be: whoever pretends to a longer one is seen by all. */
export const pictureWords = (frame, finish) =>
  finishList(frame, finish, gettext("%(name)s %(time)s ms, line %(line)s ms"), "; ");

/** What happened besides flips and claims. */
export const otherWords = (frame, event) => ({
  recovered: gettext("Nobody could turn a card: all take their open cards back."),
  ended: gettext("The game is over."),
})[event.type] ?? "";
