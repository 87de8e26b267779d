// Two quiet sounds, made here: a tap when a move falls, a rising third when it is your turn. A click silences them.

import { icon } from "./dom.js";
import { recall, remember } from "./memory.js";

const KEY = "sound";
let context = null;
let on = recall(KEY) !== "off";

/** Make `button` switch the sound; browsers allow sound only after the person has touched the page. */
export function startSound(button) {
  const draw = () => {
    const words = on ? gettext("Sound is on") : gettext("Sound is off");
    button.replaceChildren(icon(on ? "sound-on" : "sound-off"));
    button.setAttribute("aria-label", words);
    button.setAttribute("aria-pressed", String(on));
    button.title = words;
  };
  button.addEventListener("click", () => {
    on = !on;
    remember(KEY, on ? null : "off");
    draw();
    if (on) tap();
  });
  for (const touched of ["pointerdown", "keydown"]) addEventListener(touched, wake, { once: true });
  draw();
}

function wake() {
  context ??= new AudioContext();
  context.resume();
}

/** A move fell. */
export function tap() {
  note(210, 0, 0.07, 0.25, "triangle", 90);
}

/** Your turn. */
export function yourTurn() {
  note(523.25, 0.08, 0.22, 0.1, "sine");
  note(659.25, 0.22, 0.34, 0.1, "sine");
}

function note(pitch, delay, length, loudness, shape, glide = pitch) {
  if (!on || context?.state !== "running") return;
  const start = context.currentTime + delay;
  const tone = new OscillatorNode(context, { type: shape, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(glide, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}
