/**
 * Reads frames for drawing: which payments are still open, who sits where, what lies where. Knows no rule.
 */
const FAIRY = "fairy";

const count = (cards, card) => cards.filter((one) => one === card).length;

const holds = (cards, part) => part.every((card) => count(part, card) <= count(cards, card));

const ofType = (frame, type) => (frame.legal ?? []).filter((move) => move.type === type);

/** Listed moves by what a player touches. */
export const readChoices = (frame) => {
  const pays = ofType(frame, "pay");
  return {
    draw: ofType(frame, "draw")[0],
    stop: ofType(frame, "stop")[0],
    buys: new Map(ofType(frame, "buy").map((move) => [move.from, move])),
    fairy: pays.find(({ cards }) => cards.includes(FAIRY)),
    pays: pays.filter(({ cards }) => !cards.includes(FAIRY)),
  };
};

/** The cards of which one more may be laid down for the witch. */
export const nextCards = ({ pays }, laid) => {
  const open = pays.filter(({ cards }) => holds(cards, laid));
  const fits = (card) => open.some(({ cards }) => holds(cards, [...laid, card]));
  return new Set(open.flatMap(({ cards }) => cards).filter(fits));
};

/** The payment that is just what was laid down, or undefined. */
export const paymentOf = ({ pays }, laid) =>
  pays.find(({ cards }) => cards.length === laid.length && holds(cards, laid));

/** The seats as they sit: the others in the order of their turns, then the viewer's own. */
export const seating = (frame) => {
  const seats = frame.view.players.map((_, seat) => seat);
  if (frame.seat === undefined) return { others: seats };
  const own = frame.seat;
  return { others: [...seats.slice(own + 1), ...seats.slice(0, own)], own };
};

/** The code of the cards in a player's palace; undefined without a palace. */
export const palaceCard = ({ colour }) => (colour ? `palace:${colour}` : undefined);
