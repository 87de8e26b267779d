/**
 * Cards by drag and drop, with finger or mouse: what a tap on the same place would do.
 */
const SLOP = 8; // pixels; a finger that trembles less still taps
const REACH = 56; // pixels around the middle of a place in which a card is caught

const distance = (rect, { clientX, clientY }) => {
  const [x, y] = [clientX - (rect.left + rect.width / 2), clientY - (rect.top + rect.height / 2)];
  return Math.hypot(Math.max(0, Math.abs(x) - rect.width / 2), Math.max(0, Math.abs(y) - rect.height / 2));
};

export class Drag {
  /** on.start(card) tells whether the card may be dragged; on.places() lists { element, run } to drop it on. */
  constructor(cloth, on) {
    this.on = on;
    cloth.addEventListener("pointerdown", (event) => this.down(event));
    cloth.addEventListener("pointermove", (event) => this.move(event));
    cloth.addEventListener("pointerup", (event) => this.up(event));
    cloth.addEventListener("pointercancel", () => this.end());
    cloth.addEventListener("click", (event) => this.swallow(event), { capture: true });
  }

  down(event) {
    const element = event.target.closest(".bd-usable");
    this.dragged = false;
    this.held = element && event.button === 0 ? { element, x: event.clientX, y: event.clientY } : undefined;
  }

  move(event) {
    if (!this.held) return;
    const { element, x, y } = this.held;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (!this.dragged && (Math.hypot(dx, dy) < SLOP || !this.start(event))) return;
    element.style.setProperty("translate", `${dx}px ${dy}px`);
  }

  start(event) {
    const { element } = this.held;
    if (!this.on.start(Number(element.dataset.card))) {
      this.held = undefined;
      return false;
    }
    this.dragged = true;
    element.setPointerCapture(event.pointerId);
    element.classList.add("bd-dragged");
    return true;
  }

  up(event) {
    if (this.dragged && this.held) this.drop(event);
    this.end();
  }

  /** Drops the card on the nearest place; it stays there until the answer comes. */
  drop(event) {
    const awayFrom = (element) => distance(element.getBoundingClientRect(), event);
    const places = this.on.places().map((place) => ({ ...place, away: awayFrom(place.element) }));
    const [place] = places.filter(({ away }) => away <= REACH).sort((a, b) => a.away - b.away);
    if (!place) return;
    this.held.element.classList.remove("bd-dragged");
    this.held = undefined;
    place.run();
  }

  end() {
    this.held?.element.classList.remove("bd-dragged");
    this.held?.element.style.removeProperty("translate");
    this.held = undefined;
  }

  /** The click that a browser sends after a drag is none. */
  swallow(event) {
    if (this.dragged) event.stopPropagation();
    this.dragged = false;
  }
}
