/**
 * Reads frames for drawing: which listed move goes from where to where, and how the table looks while the viewer's own
 * moves are on their way. Knows no rule: what may be played came with the frame.
 */
const WHOLE = /:all$/;

/** The place that a move takes from: a whole work stack and its top card lie in one place. */
export const sourceOf = ({ from }) => from?.replace(WHOLE, "");

/** The place that a move goes to, as "centre:3", "centre:new", "work:0"; undefined for other moves. */
export const targetOf = ({ type, to }) => (to === undefined ? undefined : `${type}:${to}`);

/** What can be done with what lies in a place: target place → move. A single card goes before a whole stack. */
export const targetsFrom = (legal, source) => {
  const moves = legal.filter((move) => sourceOf(move) === source);
  const singles = moves.filter(({ from }) => !WHOLE.test(from));
  return new Map([...moves, ...singles].map((move) => [targetOf(move), move]));
};

/** The move that puts a place's card into the centre, or undefined. */
export const centreMove = (targets) => [...targets.values()].find(({ type }) => type === "centre");

/** The cards that can be seen in one of a player's places, the top one last. */
export const cardsIn = (area, place) => {
  if (place.startsWith("work:")) return area.work[Number(place.slice(5))] ?? [];
  const top = area[place]?.top;
  return top ? [top] : [];
};

/** The cards that a move takes along. */
export const movedCards = (area, move) => {
  const cards = cardsIn(area, sourceOf(move));
  return WHOLE.test(move.from) ? cards : cards.slice(-1);
};

const takeFrom = (area, place, count) => {
  if (place.startsWith("work:")) return area.work[Number(place.slice(5))].splice(-count);
  area[place] = { size: area[place].size - 1 };
  return undefined;
};

const layOn = (view, area, { type, to }, cards) => {
  if (type === "work") area.work[to].push(...cards);
  else if (to === "new") view.centre.push({ n: "next", colour: cards[0][0], top: cards[0], owners: [] });
  else Object.assign(view.centre.find(({ n }) => n === to) ?? {}, { top: cards[0] });
};

const isStill = (area, { move, cards }) => {
  const lying = cardsIn(area, sourceOf(move)).slice(-cards.length);
  return lying.length === cards.length && lying.every((card, index) => card === cards[index]);
};

/** The view with the viewer's moves that are on their way carried out on it. */
export const expect = (view, seat, sent) => {
  const ahead = sent.filter(({ cards }) => cards.length);
  if (!ahead.length) return view;
  const expected = structuredClone(view);
  const area = expected.seats[seat];
  ahead.filter((one) => isStill(area, one)).forEach(({ move, cards }) => {
    takeFrom(area, sourceOf(move), cards.length);
    layOn(expected, area, move, cards);
  });
  return expected;
};

/** Milliseconds until the clock's next move; undefined when none is known. */
export const timeLeft = ({ clocks }) =>
  clocks?.timer ? Math.max(0, clocks.timer.due - clocks.now) : undefined;
