/**
 * What every board needs to speak: names that keep their own direction, and sentences about what a seat did.
 */

/** The text with each %(name)s filled in. */
export const fill = (text, values) => interpolate(text, values, true);

/** Words of which one may be chosen, as "a1, a2 or a3". */
export const either = (words) =>
  new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" }).format(words);

/** A name of any script, set apart so that it cannot turn the words around it. */
export const apart = (name) => `\u2068${name}\u2069`;

/** The name of whoever sits on a seat. */
export const seatName = (frame, seat) =>
  frame.seats?.[seat]?.name ?? fill(gettext("Seat %(number)s"), { number: seat + 1 });

/** Whether a seat is the viewer's own, and not played on by a bot. */
export const isOwn = (frame, seat) =>
  seat !== undefined && seat === frame.seat && !frame.seats?.[seat]?.gave_up;

/** Whether the viewer has a seat in a match that is still played: only then must there be room for answers. */
export const isAtPlay = (frame) => frame.status === "active" && frame.seat !== undefined;

/** Whether the viewer may move now. */
export const mayMove = (frame) => frame.status === "active" && (frame.legal?.length ?? 0) > 0;
