/**
 * Reads frames for drawing: which listed moves belong to which card, and the table at the moment of a score.
 * Knows no rule.
 */

const rowIndex = (view, card) => view.row.findIndex((shown) => shown.card === card);

const cardsOf = (move, view) => {
  if (move.type === "swap") return [view.row[move.at].card, view.row[move.at + 1].card];
  if (move.type === "shift") return [view.row.at(move.from === "left" ? 0 : -1).card];
  return move.card === undefined ? [] : [move.card];
};

/** The listed moves that touch a card. */
export const movesOf = (frame, card) => (frame.legal ?? []).filter((move) => cardsOf(move, frame.view).includes(card));

/** The listed move that touches no card, or undefined. */
export const passOf = (frame) => (frame.legal ?? []).find(({ type }) => type === "pass");

/** Whether cards are being put at the ends of the row. */
export const putsCards = (frame) => (frame.legal ?? []).some(({ end }) => end !== undefined);

/** The moves that put a card at an end of the row, as it lies or turned over. */
export const putsAt = (moves, end) => ({
  plain: moves.find((move) => move.end === end && !move.flip),
  turned: moves.find((move) => move.end === end && move.flip),
});

/** What tapping other cards of the row does while one is chosen: card → move. */
export const targetsOf = (moves, card, view) => {
  const targets = new Map();
  moves.filter(({ type }) => type === "swap").forEach((move) => {
    targets.set(cardsOf(move, view).find((other) => other !== card), move);
  });
  moves.filter(({ type }) => type === "shift").forEach((move) => {
    targets.set(view.row.at(move.from === "left" ? -1 : 0).card, move);
  });
  return targets;
};

/** Where a card stands in the row from the left, counted from 1; undefined elsewhere. */
export const placeOf = (view, card) => {
  const index = rowIndex(view, card);
  return index < 0 ? undefined : index + 1;
};

/** The cards that some events tell of. */
export const touchedBy = (events) => new Set(events.flatMap(({ card, cards = [] }) => [card, ...cards]));

const insertMiddle = (order, [left, middle, right]) => {
  if (order.includes(middle)) return order;
  const at = order.includes(left) ? order.indexOf(left) + 1 : order.indexOf(right);
  return order.toSpliced(at, 0, middle);
};

/** The view as it stood when the combinations of these events were made, before their middle cards left the row. */
export const momentOf = (view, events) => {
  const scored = events.filter(({ type }) => type === "scored");
  if (!scored.length) return undefined;
  const order = scored.reduce((row, { cards }) => insertMiddle(row, cards), view.row.map(({ card }) => card));
  const shown = new Map([...view.row, ...view.aside].map((card) => [card.card, card]));
  return {
    ...view,
    row: order.map((card) => shown.get(card)),
    aside: view.aside.filter(({ card }) => !order.includes(card)),
  };
};
