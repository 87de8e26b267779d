/**
 * Reads frames for drawing: which cell is where, which listed moves belong to which card. Knows no rule.
 */
export const COLUMNS = "abcdefghij";
const RANKS = "23456789TQKAJ";
const SUITS = "SHCD";
const TWO_EYED = ["JC", "JD"];

/** Where a named cell is: { column, row }, both from 0. */
export const placeOf = (cell) => ({ column: COLUMNS.indexOf(cell[0]), row: Number(cell.slice(1)) - 1 });

/** All cells in board order. */
export const CELLS = [...Array(100).keys()].map((index) => COLUMNS[index % 10] + (Math.floor(index / 10) + 1));

/** The printed card of each cell, from the view's layout. */
export const printedCards = (layout = []) => {
  const cards = layout.join(" ").split(/\s+/);
  return new Map(CELLS.map((cell, index) => [cell, cards[index]]));
};

/** The kind of a jack, "two" or "one" eyed; undefined for other cards. */
export const jackKind = (card) => (card[0] !== "J" ? undefined : TWO_EYED.includes(card) ? "two" : "one");

const handOrder = (card) => (card[0] === "J" ? 100 : 0) + SUITS.indexOf(card[1]) * 20 + RANKS.indexOf(card[0]);

/** The hand as it is laid out: by suit, jacks last. */
export const sortedHand = (hand = []) => [...hand].sort((a, b) => handOrder(a) - handOrder(b));

const addPlay = (plays, { card, cell, line }) => {
  if (!plays.has(card)) plays.set(card, new Map());
  const cells = plays.get(card);
  if (!cells.has(cell)) cells.set(cell, []);
  if (line) cells.get(cell).push(line);
};

/** Listed moves by what a player touches; `plays` is card → cell → fives to choose from. */
export const readChoices = (legal = []) => {
  const plays = new Map();
  const ofType = (type) => legal.filter((move) => move.type === type);
  ofType("play").forEach((move) => addPlay(plays, move));
  return {
    plays,
    exchanges: new Set(ofType("exchange").map(({ card }) => card)),
    forfeits: new Set(ofType("forfeit").map(({ card }) => card)),
    draw: ofType("draw").length > 0,
    pass: ofType("pass").length > 0,
  };
};

/** Whether a card can be used now in any way. */
export const isUsable = (choices, card) =>
  choices.plays.has(card) || choices.exchanges.has(card) || choices.forfeits.has(card);

/** The cells sorted as they stand on the board. */
export const inBoardOrder = (cells) => [...cells].sort((a, b) => CELLS.indexOf(a) - CELLS.indexOf(b));
