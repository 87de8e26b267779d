/**
 * What each event of Blitz sounds like: a name of tones.js, or nothing. The viewer's own moves are heard when they are
 * made, not when they come back.
 */
import { play } from "../js/sound.js";

const SOUNDS = {
  put: "tap",
  completed: "gem",
  dealt: "shuffle",
  started: "go",
  reshuffled: "shuffle",
  round_over: "bell",
};
const OWN = { turn: "flip", centre: "tap", work: "card", stuck: "tap" };

/** The sound of an event. */
export const soundOf = ({ type, seat }, frame) => (type === "put" && seat === frame.seat ? undefined : SOUNDS[type]);

/** Plays what a move of the viewer's sounds like. */
export const soundMove = ({ type }) => play(OWN[type]);
