/**
 * What each event of Diamoniak sounds like: a name of tones.js, or nothing.
 */
const SOUNDS = {
  sided: "card",
  joined: "build",
  palace_started: "build",
  bought: "gem",
  paid: "fall",
  saved_by_fairy: "fairy",
  completed: "five",
  reshuffled: "shuffle",
  stopped: "tap",
};

/** The sound of an event; the witch has one of her own. */
export const soundOf = ({ type, card }) =>
  type === "drew" ? (card === "witch" ? "witch" : "flip") : SOUNDS[type];
