// Counting clocks between two frames. The server's time is the only clock; ours just measures how long ago it spoke.

const WARN_SHARE = 0.2;

/** The clocks of one frame, ticking on the page's own steady time since the frame came. */
export class Clocks {
  constructor(frame) {
    const { left = [], running = [], at = 0, now = 0 } = frame.clocks ?? {};
    this.left = left;
    this.running = new Set(frame.status === "active" ? running : []);
    this.since = performance.now() - Math.max(0, now - at);
    this.allowance = frame.clock.per_move ?? frame.clock.main;
  }

  /** Return the milliseconds that a seat has left, never below 0; undefined where it has no clock. */
  remaining(seat) {
    if (this.left[seat] === undefined) return undefined;
    const spent = this.running.has(seat) ? performance.now() - this.since : 0;
    return Math.max(0, this.left[seat] - spent);
  }

  /** Whether a seat's clock is running and low. */
  low(seat) {
    return this.running.has(seat) && this.remaining(seat) < this.allowance * WARN_SHARE;
  }
}

/** Return milliseconds as minutes and seconds; tenths in the last ten seconds. */
export function clockText(milliseconds) {
  if (milliseconds < 10000) return `0:0${(Math.floor(milliseconds / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
