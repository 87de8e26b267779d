/**
 * What the player can do now, in words: the moves that came with the frame.
 */
import { apart, fill, seatName } from "../js/board/texts.js";
import { readChoices } from "./model.js";
import { palaceWords } from "./words.js";

const buyWords = (frame, seat) => {
  const { colour, palace } = frame.view.players[frame.seat];
  return fill(gettext("buy a palace card from %(name)s for %(price)s diamonds; you have the %(palace)s"), {
    name: apart(seatName(frame, seat)),
    price: frame.view.price,
    palace: palaceWords({ colour, palace }, frame.view.needed),
  });
};

const payWords = ({ toll }) => fill(
  ngettext("give the witch %(count)s card of your choice", "give the witch %(count)s cards of your choice", toll),
  { count: toll },
);

/** The sentences, one for each thing that can be done. */
export const nowWords = (frame) => {
  const { draw, stop, buys, fairy, pays } = readChoices(frame);
  return [
    ...(draw ? [stop ? gettext("draw one more card") : gettext("draw a card")] : []),
    ...(stop ? [gettext("stop, and keep what you have drawn")] : []),
    ...[...buys.keys()].map((seat) => buyWords(frame, seat)),
    ...(pays.length ? [payWords(frame.view)] : []),
    ...(fairy ? [gettext("let a fairy chase the witch away")] : []),
  ];
};
