// Builds elements from text only: nothing a person typed is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new element with properties (class, text, aria-*, on… for listeners; undefined and false are left out)
 * and children (nodes or strings; false is left out).
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) put(element, name, value);
  element.append(...children.filter((child) => child !== false && child !== undefined));
  return element;
}

function put(element, name, value) {
  if (value === undefined || value === false) return;
  if (name === "text") element.textContent = value;
  else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else element.setAttribute(name, value === true ? "" : value);
}

/** Return one of the icons of img/icons.svg, hidden from screen readers (the button beside it has the words). */
export function icon(name, more = "") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", `icon ${more}`.trim());
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${document.documentElement.dataset.icons}#${name}`);
  svg.append(use);
  return svg;
}

/** Return a button that is only an icon; `words` say what it does, `key` is its name among its siblings. */
export function iconButton(name, words, key, onclick) {
  const names = { class: "icon-button", type: "button", "aria-label": words, title: words, "data-key": key };
  return make("button", { ...names, onclick }, icon(name));
}

/** Change the picture of an icon made by the page or by icon(). */
export function swapIcon(svg, name) {
  svg.querySelector("use").setAttribute("href", `${document.documentElement.dataset.icons}#${name}`);
}

const CHIPS = [ // as many as sit alone at the largest table: each differs by its outline, whatever its colour
  "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1z",
  "M8 0l8 8-8 8-8-8z",
  "M8 1l8 14H0z",
  "M2 2h12v12H2z",
  "M5.5 1h5v4.5h4.5v5h-4.5v4.5h-5v-4.5H1v-5h4.5z",
  "M8 0l2.1 5.4 5.8.3-4.5 3.7 1.5 5.6L8 11.9 3.1 15l1.5-5.6L.1 5.7l5.8-.3z",
  "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1zm0 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 1 1 0-5z",
  "M1 1h14L9.5 8l5.5 7H1l5.5-7z",
];

/** Return a team's chip: its shape and colour, the same as on the board. Where all of `seats` sit alone it has no words. */
export function chip(team, seats = []) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `chip chip-${team}`);
  const alone = seats.length > 0 && new Set(seats.map((seat) => seat.team)).size === seats.length;
  const words = { role: "img", "aria-label": interpolate(gettext("Team %s"), [team + 1]) };
  for (const [name, value] of Object.entries(alone ? { "aria-hidden": "true" } : words)) svg.setAttribute(name, value);
  path.setAttribute("d", CHIPS[team]);
  svg.append(path);
  return svg;
}

/** Make a change that replaces elements; the focus stays where it was, though that is another element now. */
export function keepingFocus(change) {
  const focused = document.activeElement?.id;
  change();
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
}
