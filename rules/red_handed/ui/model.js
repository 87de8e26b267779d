/**
 * Reads frames for drawing: where open cards lie, which key picks which, when a claim is said in full.
 * Whether a claim is right is for the rules to say.
 */
const ROWS = ["1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"];
const KEYS = ROWS.join("");
const FILLINGS = [12, 20, 30, 42, 60]; // room is made in steps, so that cards keep their places between them
const [SMALLEST, LARGEST, GAP, TALL] = [46, 104, 6, 1.4];
export const MOST = 3;

/** The key that picks the card of a table number, as printed on the keyboard; undefined beyond the last key. */
export const keyOf = (n) => KEYS[n];

/** The table number that a keyboard event picks, by the place of the key, whatever the language. */
export const numberOf = ({ code }) => {
  const sign = code.replace(/^(Key|Digit)/, "");
  return sign.length === 1 ? KEYS.indexOf(sign) : -1;
};

/** Whether as many cards are pointed to as a claim has: two with a policeman, else three. */
export const isWhole = (codes) =>
  codes.length === MOST || (codes.length === 2 && codes.some((code) => code[0] === "P"));

const widthFor = (columns, room, { width, height }) => {
  const rows = Math.ceil(room / columns);
  const byWidth = (width - GAP * (columns - 1)) / columns;
  const byHeight = (height - GAP * (rows - 1)) / rows / TALL;
  return Math.min(byWidth, byHeight, LARGEST);
};

const fitting = ({ width }) => Math.max(1, Math.floor((width + GAP) / (SMALLEST + GAP)));

const inColumns = (columns, room, space) =>
  ({ columns, rows: Math.ceil(room / columns), width: widthFor(columns, room, space) });

/** How to lay out so many cards in a space of the given size: { columns, rows, width } with the width of a card. */
export const layOut = (count, space) => {
  const room = FILLINGS.find((filling) => count <= filling) ?? count;
  const most = fitting(space);
  const choices = [...Array(most).keys()].map((index) => inColumns(index + 1, room, space));
  const best = choices.sort((a, b) => b.width - a.width)[0];
  const widest = Math.min((space.width - GAP * (most - 1)) / most, LARGEST);
  return best.width >= SMALLEST ? best : { ...inColumns(most, room, space), width: widest };
};

/** A small turn of a card that was laid down in a hurry, the same on every screen, in degrees. */
export const tiltOf = (n, filling) => ((n * 37 + filling * 53) % 9) - 4;

/** The codes of open cards by their table numbers. */
export const codesOf = (view, numbers) => numbers.map((n) => view.open[n]?.code).filter(Boolean);

/** What the clock is counting down to: { left, whole } in milliseconds, or undefined. */
export const countdownOf = ({ clocks, options, view, status }) => {
  if (!clocks?.timer || status !== "active") return undefined;
  const whole = view.phase === "pointing" ? options.point_ms : options.pace_ms;
  const left = clocks.timer.due - clocks.now;
  return { left: Math.min(Math.max(left, 0), whole), whole };
};
