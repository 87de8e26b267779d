/**
 * Dragging a card with mouse, pen or finger: a ghost follows, and drops on the nearest place that takes it.
 */
import { html } from "../js/board/drawing.js";
import { drawFan } from "./cards.js";

const START = 7; // pixels before a press becomes a drag
const REACH = 36; // pixels that a drop may miss a place by

const gapTo = (rect, { x, y }) => {
  const across = Math.max(rect.left - x, 0, x - rect.right);
  const down = Math.max(rect.top - y, 0, y - rect.bottom);
  return Math.hypot(across, down);
};

/** The nearest of some elements to a point, within reach. */
export const nearest = (elements, point) => {
  const near = elements.map((element) => ({ element, gap: gapTo(element.getBoundingClientRect(), point) }));
  return near.filter(({ gap }) => gap <= REACH).sort((a, b) => a.gap - b.gap)[0]?.element;
};

export class Drag {
  /** `on` has cards(place, index): what can be dragged; lift(place); targets(): elements; drop(target, rect);
   * cancel(place, cards, rect). */
  constructor(root, air, on) {
    this.root = root;
    this.air = air;
    this.on = on;
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.release(event));
    root.addEventListener("pointercancel", () => this.stop());
    root.addEventListener("click", (event) => this.swallowClick(event), { capture: true });
  }

  press(event) {
    const element = event.target.closest("[data-place]");
    this.dragged = false;
    if (!element || event.button !== 0 || !event.isPrimary) return;
    const [x, y] = [event.clientX, event.clientY];
    this.pressed = { place: element.dataset.place, element, x, y, index: this.layerAt(event) };
  }

  /** Which card of a fan is under the finger, from the bottom one. */
  layerAt(event) {
    const layer = event.target.closest(".bz-layer");
    return layer ? [...layer.parentElement.children].indexOf(layer) : undefined;
  }

  move(event) {
    if (!this.pressed) return;
    const [x, y] = [event.clientX - this.pressed.x, event.clientY - this.pressed.y];
    if (!this.ghost && Math.hypot(x, y) < START) return;
    if (!this.ghost && !this.lift(event)) return;
    this.ghost.style.translate = `${x}px ${y}px`;
    this.point(event);
  }

  lift(event) {
    const cards = this.on.cards(this.pressed.place, this.pressed.index);
    if (!cards.length) {
      this.pressed = undefined;
      return false;
    }
    this.dragged = true;
    this.root.setPointerCapture(event.pointerId);
    this.makeGhost(cards);
    this.on.lift(this.pressed.place);
    return true;
  }

  makeGhost(cards) {
    const layers = this.pressed.element.querySelectorAll(".bz-card");
    const from = layers[Math.max(0, layers.length - cards.length)].getBoundingClientRect();
    const origin = this.air.getBoundingClientRect();
    this.ghost = html("div", "bz-dragged", {}, drawFan(cards));
    const [left, top] = [from.left - origin.left, from.top - origin.top];
    Object.assign(this.ghost.style, { left: `${left}px`, top: `${top}px`, width: `${from.width}px` });
    this.air.append(this.ghost);
    this.pressed.cards = cards;
    this.pressed.element.classList.add(cards.length > 1 ? "bz-lifted-whole" : "bz-lifted");
  }

  point(event) {
    const over = nearest(this.on.targets(), { x: event.clientX, y: event.clientY });
    if (this.over === over) return;
    this.over?.classList.remove("bz-over");
    over?.classList.add("bz-over");
    this.over = over;
  }

  release(event) {
    if (!this.ghost) {
      this.pressed = undefined;
      return;
    }
    const rect = this.ghost.querySelector(".bz-card").getBoundingClientRect();
    const target = nearest(this.on.targets(), { x: event.clientX, y: event.clientY });
    this.stop(target ? undefined : rect);
    if (target) this.on.drop(target.dataset.place, rect);
  }

  stop(rect) {
    if (this.ghost) {
      this.pressed.element.classList.remove("bz-lifted", "bz-lifted-whole");
      this.over?.classList.remove("bz-over");
      this.ghost.remove();
      if (rect) this.on.cancel(this.pressed.place, this.pressed.cards, rect);
    }
    this.ghost = this.over = this.pressed = undefined;
  }

  /** The click that ends a drag is no tap. */
  swallowClick(event) {
    if (!this.dragged) return;
    this.dragged = false;
    event.stopPropagation();
  }
}
