// The sounds by name, as notes: pitch and the pitch it glides to in Hz, begin and length in seconds, loudness, wave.
// `lasts` is when the next sound of the same entry may begin.

const note = (pitch, { to = pitch, at = 0, length = 0.12, loud = 0.12, wave = "sine" } = {}) => ({
  pitch, to, at, length, loud, wave,
});
const [G4, A4, C5, E5, G5, A5, C6, E6, G6] = [392, 440, 523.25, 659.25, 783.99, 880, 1046.5, 1318.51, 1567.98];
const run = (pitches, step, more) => pitches.map((pitch, index) => note(pitch, { at: index * step, ...more }));

export const TONES = {
  // what any game needs
  tap: { lasts: 0.08, notes: [note(210, { to: 90, length: 0.07, loud: 0.25, wave: "triangle" })] },
  card: { lasts: 0.12, notes: [note(300, { to: 140, length: 0.08, loud: 0.2, wave: "triangle" })] },
  flip: { lasts: 0.14, notes: [note(320, { to: 560, length: 0.07, loud: 0.12, wave: "triangle" })] },
  slide: { lasts: 0.16, notes: [note(240, { to: 340, length: 0.14, loud: 0.12 })] },
  shuffle: { lasts: 0.3, notes: run([230, 250, 240, 260, 235], 0.05, { to: 120, length: 0.05, wave: "triangle" }) },
  refused: { lasts: 0.3, notes: run([233, 196], 0.11, { length: 0.18, loud: 0.1, wave: "triangle" }) },
  fall: { lasts: 0.35, notes: run([G4, 330, 262], 0.1, { length: 0.2, loud: 0.09 }) },
  turn: { lasts: 0.5, notes: run([C5, E5], 0.14, { length: 0.32, loud: 0.1 }) },
  win: { lasts: 0.9, notes: run([C5, E5, G5, C6], 0.13, { length: 0.4, loud: 0.11 }) },
  end: { lasts: 0.6, notes: run([E5, C5], 0.16, { length: 0.4, loud: 0.08 }) },
  // what some have
  bell: {
    lasts: 0.3,
    notes: [
      note(E6, { length: 0.9, loud: 0.14 }),
      note(E6 * 2.76, { length: 0.4, loud: 0.05 }),
      note(E6 / 2, { length: 0.5, loud: 0.05 }),
    ],
  },
  chip: {
    lasts: 0.15,
    notes: [note(520, { to: 200, length: 0.06, loud: 0.18, wave: "triangle" }), note(1400, { to: 900, length: 0.03 })],
  },
  lift: { lasts: 0.2, notes: [note(190, { to: 420, length: 0.12, loud: 0.14, wave: "triangle" })] },
  five: { lasts: 0.5, notes: run([G4, C5, E5, G5], 0.09, { length: 0.3, loud: 0.1 }) },
  gem: { lasts: 0.2, notes: run([G6, G6 * 1.335], 0.06, { length: 0.25, loud: 0.07 }) },
  build: { lasts: 0.25, notes: run([A4, E5], 0.08, { length: 0.14, loud: 0.12, wave: "triangle" }) },
  witch: { lasts: 0.6, notes: run([370, 349, 330, 277], 0.12, { length: 0.2, loud: 0.08, wave: "triangle" }) },
  fairy: { lasts: 0.5, notes: run([C6, E6, G6, C6 * 2, E6 * 2], 0.07, { length: 0.3, loud: 0.06 }) },
  right: { lasts: 0.4, notes: run([C5, G5], 0.12, { length: 0.3, loud: 0.11 }) },
  go: { lasts: 0.3, notes: run([A4, A5], 0.09, { length: 0.2, loud: 0.1 }) },
};
