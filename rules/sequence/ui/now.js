/**
 * What the player can do now, in words: the moves that came with the frame, card by card.
 */
import { either, fill } from "../js/board/texts.js";
import { inBoardOrder, jackKind, readChoices, sortedHand } from "./model.js";
import { cardSign } from "./words.js";

const NAMED = 6; // so many cells are named, more are counted

const counted = (kind, count) => (kind === "one"
  ? ngettext("take %(count)s chip with %(card)s", "take one of %(count)s chips with %(card)s", count)
  : ngettext("play %(card)s on %(count)s free cell", "play %(card)s on one of %(count)s free cells", count));

const playWords = (card, cells) => {
  const kind = jackKind(card);
  const values = { card: cardSign(card), count: cells.length, cells: either(inBoardOrder(cells)) };
  if (cells.length > NAMED) return fill(counted(kind, cells.length), values);
  const text = kind === "one" ? gettext("take the chip on %(cells)s with %(card)s") : gettext("play %(card)s on %(cells)s");
  return fill(text, values);
};

const signs = (cards) => either(sortedHand([...cards]).map(cardSign));

/** The sentences, one for each card and each thing that can be done besides. */
export const nowWords = ({ legal }) => {
  const { plays, exchanges, forfeits, draw, pass } = readChoices(legal);
  return [
    ...sortedHand([...plays.keys()]).map((card) => playWords(card, [...plays.get(card).keys()])),
    ...(exchanges.size ? [fill(gettext("exchange a dead card: %(cards)s"), { cards: signs(exchanges) })] : []),
    ...(forfeits.size ? [fill(gettext("give up a card: %(cards)s"), { cards: signs(forfeits) })] : []),
    ...(draw ? [gettext("draw a card")] : []),
    ...(pass ? [gettext("pass: none of your cards can be played")] : []),
  ];
};
