/**
 * What each event of Red-Handed sounds like: a name of tones.js, or nothing.
 */
const SOUNDS = { flipped: "flip", grabbed: "bell", hit: "right", missed: "fall", recovered: "shuffle" };

/** The sound of an event. */
export const soundOf = ({ type }) => SOUNDS[type];
