/**
 * Builds what boards are made of: SVG and HTML elements from names, attributes and children.
 */
const SVG = "http://www.w3.org/2000/svg";

const dress = (element, attributes, children) => {
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.append(...children);
  return element;
};

/** A new SVG element. */
export const svg = (name, attributes = {}, ...children) =>
  dress(document.createElementNS(SVG, name), attributes, children);

/** A new HTML element with a class, attributes and children (elements or text). */
export const html = (name, className, attributes = {}, ...children) => {
  const element = dress(document.createElement(name), attributes, children);
  if (className) element.className = className;
  return element;
};

/** A small picture from the drawings of board.html, for the eye only. */
export const picture = (id, className, viewBox = "0 0 24 24") =>
  svg("svg", { class: className, viewBox, "aria-hidden": "true" }, svg("use", { href: `#${id}` }));

/** A button with words; `data` becomes its data attributes. */
export const button = (className, words, onClick, data = {}) => {
  const element = html("button", className, { type: "button" }, words);
  Object.assign(element.dataset, data);
  element.addEventListener("click", onClick);
  return element;
};

/** The parts of a board by their names in data-part. */
export const findParts = (root) =>
  Object.fromEntries([...root.querySelectorAll("[data-part]")].map((element) => [element.dataset.part, element]));

/**
 * How a board comes into a root that holds its board.html, and goes again: a game's `mountBoard`, made of its class.
 *
 * The class is built of the root and the page: `play(move, manner)` sends a move and rejects when refused; `readOnly`:
 * nothing can be sent. It has `show(frame, events, entry)`, `destroy()`, and `showAway(seats)` if it tells who is away.
 */
export const mounting = (Board) => (root, page) => {
  const still = root.innerHTML;
  const board = new Board(root, page);
  return {
    show: (...told) => board.show(...told),
    showAway: (seats) => board.showAway?.(seats),
    destroy: () => {
      board.destroy();
      root.innerHTML = still;
    },
  };
};
