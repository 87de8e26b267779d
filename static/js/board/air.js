/**
 * Shows what happened, one thing after the other: what travels does so in a layer over the board. Nothing waits for it.
 */
import { html } from "./drawing.js";

const EASE = "cubic-bezier(.3,.7,.2,1)";
const BACKLOG = 1500; // milliseconds; who is further behind than this sees the newest at once

/** Whether the viewer asked for little motion: on this site, or else of the system. */
export const wantsCalm = () => {
  const { motion } = document.documentElement.dataset;
  return motion ? motion === "reduced" : globalThis.matchMedia("(prefers-reduced-motion: reduce)").matches;
};

const between = (from, to) => {
  const [x, y] = [from.left - to.left, from.top - to.top];
  return `translate(${x}px, ${y}px) scale(${from.width / to.width}, ${from.height / to.height})`;
};

export class Air {
  /** `layer` lies over the board and holds what travels. */
  constructor(layer) {
    this.layer = layer;
    this.stop();
  }

  /** Ends all that still moves. */
  stop() {
    this.running?.forEach((animation) => animation.cancel());
    this.running = [];
    this.ends = 0;
    this.at = 0;
    this.layer.replaceChildren();
  }

  /** Begins with the events of one entry, after those still on their way. */
  begin() {
    if (this.ends - performance.now() > BACKLOG) this.stop();
    this.at = Math.max(0, this.ends - performance.now());
  }

  /** Lets what comes next wait for so many milliseconds more. */
  wait(duration) {
    this.at += duration;
    this.ends = performance.now() + this.at;
    this.running = this.running.filter(({ playState }) => playState === "running");
  }

  /** Animates an element when its time has come; undefined without one. */
  animate(element, frames, duration, extra = {}) {
    if (!element) return undefined;
    const animation = element.animate(frames, { duration, delay: this.at, fill: "backwards", easing: EASE, ...extra });
    this.running.push(animation);
    animation.finished.catch(() => {}); // stopped on the way
    return animation;
  }

  /** Puts something over the board for a while: { left, top, width, height } on the screen; removed afterwards. */
  lay(drawing, rect, frames, duration, extra = {}) {
    const ghost = html("div", "board-ghost");
    ghost.append(drawing);
    this.layer.append(ghost);
    this.place(ghost, rect);
    const animation = this.animate(ghost, frames, duration, extra);
    const remove = () => ghost.remove();
    animation.finished.then(remove, remove);
    return ghost;
  }

  place(ghost, rect) {
    const origin = this.layer.getBoundingClientRect();
    const size = { left: rect.left - origin.left, top: rect.top - origin.top, width: rect.width, height: rect.height };
    Object.entries(size).forEach(([name, value]) => ghost.style.setProperty(name, `${value}px`));
  }

  /** Lets a drawing travel from one rectangle on the screen to another. */
  fly(drawing, from, to, duration = 240) {
    if (!from?.width || !to?.width) return;
    const shown = { opacity: 1 };
    this.lay(drawing, to, [{ transform: between(from, to), ...shown }, { transform: "none", ...shown }], duration);
  }

  /** Lets an element come from where it was. */
  glide(element, from, duration = 240) {
    const to = element.getBoundingClientRect();
    if (!from?.width || !to.width) return;
    const moved = Math.abs(from.left - to.left) + Math.abs(from.top - to.top) + Math.abs(from.width - to.width);
    if (moved > 1) this.animate(element, [{ transform: between(from, to) }, { transform: "none" }], duration);
  }
}
