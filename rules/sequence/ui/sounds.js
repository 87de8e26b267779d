/**
 * What each event of Sequence sounds like: a name of tones.js, or nothing.
 */
const SOUNDS = {
  placed: "chip",
  removed: "lift",
  exchanged: "card",
  forfeited: "card",
  reshuffled: "shuffle",
  sequence_made: "five",
  sequence_broken: "fall",
  penalised: "fall",
  passed: "tap",
};

/** The sound of an event. */
export const soundOf = ({ type }) => SOUNDS[type];
