/**
 * All that the Diamoniak board says.
 */
import { apart, fill, isOwn, seatName } from "../js/board/texts.js";
import { nameOf } from "./cards.js";

const cardNames = () => ({
  pink: gettext("pink palace card"),
  blue: gettext("blue palace card"),
  green: gettext("green palace card"),
  yellow: gettext("yellow palace card"),
  diamond: gettext("diamond card"),
  fairy: gettext("fairy"),
  witch: gettext("witch"),
});

/** A card in words. */
export const cardWord = (card) => cardNames()[nameOf(card)];

/** A price in words. */
export const diamondWords = (count) => fill(ngettext("%(count)s diamond", "%(count)s diamonds", count), { count });

const palaceWord = (colour) =>
  ({
    pink: gettext("pink palace"),
    blue: gettext("blue palace"),
    green: gettext("green palace"),
    yellow: gettext("yellow palace"),
  })[colour];

/** Cards in words, each kind with its number. */
export const listWords = (cards) => {
  const kinds = [...new Set(cards)];
  const counted = kinds.map((kind) => [cardWord(kind), cards.filter((card) => card === kind).length]);
  return counted.map(([word, number]) => (number > 1 ? `${word} ×${number}` : word)).join(", ");
};

/** How far a palace is, in words. */
export const palaceWords = ({ colour, palace }, needed) => {
  if (!colour) return gettext("no palace yet");
  return fill(gettext("%(palace)s: %(count)s of %(needed)s"), { palace: palaceWord(colour), count: palace, needed });
};

const paid = (mine, { cards }) => {
  if (!cards.length) {
    return mine ? gettext("You have nothing, so the witch flies on.")
      : gettext("%(name)s has nothing, so the witch flies on.");
  }
  return mine ? gettext("The witch takes from you: %(list)s.") : gettext("The witch takes from %(name)s: %(list)s.");
};

const sentences = {
  reshuffled: () => gettext("The discards are shuffled into a new deck."),
  drew: (mine, { card }) => {
    if (card === "witch") return mine ? gettext("You meet the witch!") : gettext("%(name)s meets the witch!");
    return mine ? gettext("You draw: %(card)s.") : gettext("%(name)s draws: %(card)s.");
  },
  sided: () => gettext("It is put aside."),
  palace_started: (mine) => mine ? gettext("You start to build: %(palace)s.")
    : gettext("%(name)s starts to build: %(palace)s."),
  joined: (mine) => mine ? gettext("Your palace grows: %(count)s parts.")
    : gettext("The palace grows: %(count)s parts."),
  bought: (mine, { own }) => {
    if (mine) return gettext("You buy from %(seller)s: %(card)s, for %(price)s diamonds.");
    return own ? gettext("%(name)s buys from you: %(card)s, for %(price)s diamonds.")
      : gettext("%(name)s buys from %(seller)s: %(card)s, for %(price)s diamonds.");
  },
  paid,
  saved_by_fairy: (mine) => mine ? gettext("Your fairy chases the witch away!")
    : gettext("The fairy of %(name)s chases the witch away!"),
  colour_freed: (mine) => mine ? gettext("Your palace is gone; anybody may build in its colour now.")
    : gettext("The palace of %(name)s is gone; anybody may build in its colour now."),
  stopped: (mine) => (mine ? gettext("You stop.") : gettext("%(name)s stops.")),
  completed: (mine) => mine ? gettext("Your palace is complete!") : gettext("The palace of %(name)s is complete!"),
  ended: () => gettext("The game is over."),
};

const named = (frame, seat) => (seat === undefined ? "" : apart(seatName(frame, seat)));

const sentence = (event, frame) => {
  const own = isOwn(frame, event.from);
  return fill(sentences[event.type](isOwn(frame, event.seat), { ...event, own }), {
    name: named(frame, event.seat),
    seller: named(frame, event.from),
    card: event.card ? cardWord(event.card) : "",
    palace: event.colour ? palaceWord(event.colour) : "",
    count: typeof event.cards === "number" ? event.cards : "",
    list: Array.isArray(event.cards) ? listWords(event.cards) : "",
    price: event.paid,
  });
};

/** What happened, in words; empty when nothing did. */
export const eventWords = (events, frame) =>
  events.filter(({ type }) => type in sentences).map((event) => sentence(event, frame)).join(" ");
