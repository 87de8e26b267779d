/**
 * What each event of Blue Diamond sounds like: a name of tones.js, or nothing.
 */
const laid = ({ turned }) => (turned ? "flip" : "card");

const SOUNDS = {
  placed: laid,
  returned: laid,
  shifted: () => "slide",
  swapped: () => "slide",
  flipped: () => "flip",
  scored: () => "gem",
  passed: () => "tap",
};

/** The sound of an event. */
export const soundOf = (event) => SOUNDS[event.type]?.(event);
