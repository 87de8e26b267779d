// Short sounds, made here: what happened on the board, your turn, the end. A click silences them.

import { icon } from "./dom.js";
import { prefer, recall } from "./memory.js";
import { placesOf } from "./places.js";
import { TONES } from "./tones.js";

const KEY = "sound";
const SAME = 0.05; // seconds: what begins again so soon is heard as one
const MOST = 3; // sounds of one entry; nothing of it is still to come when the next one does
const Context = globalThis.AudioContext; // missing in some browsers: then all is silent
const begun = new Map(); // by name, when a sound began last
let context = null;
let on = recall(KEY) !== "off";
let volume = Number(recall("volume") ?? 100) / 100;

/** Be as loud as this, in per cent, and let it be heard. */
export async function setVolume(percent) {
  volume = percent / 100;
  await wake();
  play("tap");
}

/** Make `button` switch the sound; browsers allow sound only after the person has touched the page. */
export function startSound(button) {
  button.hidden = !Context;
  const draw = () => {
    const words = on ? gettext("Sound is on") : gettext("Sound is off");
    button.replaceChildren(icon(on ? "sound-on" : "sound-off"));
    button.setAttribute("aria-label", words);
    button.setAttribute("aria-pressed", String(on));
    button.title = words;
  };
  button.addEventListener("click", () => {
    on = !on;
    prefer(KEY, on ? null : "off");
    draw();
    wake().then(() => play("tap"));
  });
  for (const touched of ["pointerup", "keydown"]) addEventListener(touched, wake);
  draw();
}

/** Begin, or go on after the device has put the sound to sleep. */
async function wake() {
  if (!on || !Context || context?.state === "running") return;
  try {
    context ??= new Context();
    await context.resume();
  } catch {
    // no sound here
  }
}

/** Play a sound of tones.js now, or after so many seconds. */
export function play(name, delay = 0) {
  if (!on || context?.state !== "running") return;
  const start = context.currentTime + delay;
  if (Math.abs(start - (begun.get(name) ?? -1)) < SAME) return;
  begun.set(name, start);
  for (const tone of TONES[name].notes) sing(tone, start + tone.at);
}

/**
 * Play what an entry sounds like: its events by the board's soundOf(event, frame), which names a sound or none, or a
 * tap for a move where a board has no sounds of its own; then that it has `ended` or that the turn has come (`turned`).
 */
export function hear({ kind, events = [], frame }, { soundOf, ended, turned }) {
  const names = soundOf ? events.map((event) => soundOf(event, frame)).filter(Boolean).slice(0, MOST) : [];
  if (!soundOf && kind === "move") names.push("tap");
  if (ended) names.push(hasWon(frame) ? "win" : "end");
  if (turned) names.push("turn");
  let delay = 0;
  for (const name of names) {
    play(name, delay);
    delay += TONES[name].lasts;
  }
}

function hasWon(frame) {
  const places = placesOf(frame);
  return places[frame.seat] === 1 && !places.every((place) => place === 1); // else it is a draw
}

function sing({ pitch, to, length, loud, wave }, start) {
  const tone = new OscillatorNode(context, { type: wave, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(Math.max(0.0002, loud * volume), start + 0.008); // nought cannot fade
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}
