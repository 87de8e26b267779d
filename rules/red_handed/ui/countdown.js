/**
 * The ring around the diamond that runs out: to the next flip, or to the end of the time to point.
 */
export class Countdown {
  constructor(ring) {
    this.ring = ring;
  }

  /** Shows { left, whole } milliseconds from now on, or nothing. */
  show(time) {
    this.running?.cancel();
    this.running = undefined;
    this.ring.style.strokeDashoffset = "100";
    if (!time) return;
    const start = 100 - (100 * time.left) / time.whole;
    const frames = [{ strokeDashoffset: start }, { strokeDashoffset: 100 }];
    this.running = this.ring.animate(frames, { duration: time.left, fill: "forwards" });
  }
}
