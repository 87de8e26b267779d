/**
 * What the player can do now, in words: the moves that came with the frame, those of a kind together.
 */
import { either, fill } from "../js/board/texts.js";
import { endWords, faceWord } from "./words.js";

const unique = (values) => [...new Set(values)];

const allCards = ({ row, loose, aside }) => [...row, ...loose, ...aside];

const named = (view, numbers) => {
  const cards = unique(numbers).map((number) => allCards(view).find(({ card }) => card === number));
  return either(cards.map(({ card, face }) =>
    fill(gettext("%(card)s (%(picture)s)"), { card, picture: faceWord(face) })));
};

/** How a card can be put down, as one text: cards for which it is the same are told together. */
const waysOf = (moves) => {
  const ends = (flip) => unique(moves.filter((move) => move.flip === flip).map(({ end }) => endWords(end)));
  const [plain, turned] = [either(ends(false)), either(ends(true))];
  if (plain === turned) return fill(gettext("%(ends)s, as it lies or turned over"), { ends: plain });
  return either([
    ...(plain ? [fill(gettext("%(ends)s as it lies"), { ends: plain })] : []),
    ...(turned ? [fill(gettext("%(ends)s turned over"), { ends: turned })] : []),
  ]);
};

const putWords = (view, moves, text) => {
  const ways = Map.groupBy(unique(moves.map(({ card }) => card)), (card) =>
    waysOf(moves.filter((move) => move.card === card)));
  return [...ways].map(([way, cards]) => fill(text, { cards: named(view, cards), way }));
};

const shiftWords = ({ from }) => (from === "left" ? gettext("move the card at the left end to the right end")
  : gettext("move the card at the right end to the left end"));

const pairWords = (view, { at }) =>
  fill(gettext("%(card)s with %(other)s"), { card: view.row[at].card, other: view.row[at + 1].card });

/** The sentences, one for each kind of move. */
export const nowWords = ({ view, legal = [] }) => {
  const ofType = (type) => legal.filter((move) => move.type === type);
  const [flips, swaps] = [ofType("flip"), ofType("swap")];
  return [
    ...putWords(view, ofType("place"), gettext("place card %(cards)s: %(way)s")),
    ...putWords(view, ofType("return"), gettext("return card %(cards)s: %(way)s")),
    ...(flips.length ? [fill(gettext("turn over card %(cards)s"), { cards: named(view, flips.map(({ card }) => card)) })] : []),
    ...(swaps.length ? [fill(gettext("swap card %(pairs)s"), { pairs: either(swaps.map((move) => pairWords(view, move))) })] : []),
    ...ofType("shift").map(shiftWords),
    ...(ofType("pass").length ? [gettext("pass")] : []),
  ];
};
