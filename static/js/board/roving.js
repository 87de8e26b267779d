/**
 * The focus on a board: one tab stop for a group, arrow keys inside it, and no drawing that loses it.
 */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const middleOf = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** How far b is from a when looking along a step; sideways counts double; Infinity when not ahead. */
const distanceAlong = (a, b, [sx, sy]) => {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const ahead = dx * sx + dy * sy;
  const aside = Math.abs(dx * sy) + Math.abs(dy * sx);
  return ahead > 1 ? ahead + 2 * aside : Infinity;
};

/** The element nearest to one among others in the direction of an arrow key; undefined when there is none. */
export const neighbour = (from, others, key) => {
  const start = middleOf(from);
  const far = others.map((other) => ({ other, gap: distanceAlong(start, middleOf(other), STEPS[key]) }));
  return far.filter(({ gap }) => gap < Infinity).sort((a, b) => a.gap - b.gap)[0]?.other;
};

/** Makes one element of a group the one that Tab reaches. */
export const setTabStop = (elements, chosen) =>
  elements.forEach((element) => element.setAttribute("tabindex", element === chosen ? 0 : -1));

const target = (elements, current, key) => {
  if (key === "Home") return elements[0];
  if (key === "End") return elements.at(-1);
  return key in STEPS ? neighbour(current, elements, key) : undefined;
};

/** Moves the focus in a group for a key press; tells whether it did. */
export const rove = (event, elements, current) => {
  const next = target(elements, current, event.key);
  if (!next || event.altKey || event.ctrlKey || event.metaKey) return false;
  event.preventDefault();
  setTabStop(elements, next);
  next.focus();
  return true;
};

/** Keeps the tab stop of a group where it is, or puts it on `chosen`, or on the first one. */
export const keepTabStop = (elements, chosen) => {
  const focused = elements.find((element) => element === document.activeElement);
  const before = elements.filter((element) => element.getAttribute("tabindex") === "0");
  setTabStop(elements, focused ?? chosen ?? (before.length === 1 ? before[0] : elements[0]));
};

/** Draws; a focus in `root` that this would lose goes back to where it was, or to what `refuge` returns. */
export const keepFocus = (root, draw, refuge) => {
  const focused = document.activeElement;
  const held = root.contains(focused);
  draw();
  if (!held || root.contains(document.activeElement)) return;
  if (root.contains(focused)) focused.focus({ preventScroll: true });
  if (document.activeElement !== focused) refuge()?.focus({ preventScroll: true });
};
