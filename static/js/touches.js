// Says, in a match by mail, that somebody does something on this page: who is there needs no mail. An open tab does not
// count, for it may be one forgotten at home.

const EVERY = 60000; // ms
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"];

/** Call `tell` at the first sign and then once a minute at most; it returns whether it could tell anybody. */
export function tellOfTouches(tell) {
  let told = -Infinity;
  const touched = ({ timeStamp }) => {
    if (timeStamp - told >= EVERY && tell()) told = timeStamp;
  };
  for (const sign of SIGNS) addEventListener(sign, touched, { passive: true });
}
