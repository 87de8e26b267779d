/**
 * Draws the cards, their backs and the diamonds; the shapes are in board.html.
 */
import { html, picture, svg } from "../js/board/drawing.js";

const use = (id, x, y, width, height) => svg("use", { href: `#bd-${id}`, x, y, width, height });

const paper = (className) =>
  svg("rect", { class: className, x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 });

const ground = () => svg("rect", { class: "bd-ground", x: 6, y: 6, width: 88, height: 128, rx: 5 });

const numberTag = (card) => [
  svg("circle", { class: "bd-number-disc", cx: 17, cy: 17, r: 12.5 }),
  svg("text", { class: "bd-number", x: 17, y: 23 }, String(card)),
];

const backTag = (face) => [
  svg("rect", { class: "bd-behind", x: 62, y: 5, width: 34, height: 40, rx: 5 }),
  use(face, 65, 7, 28, 36),
];

/** One side of a card: its picture, its number, and the picture behind it if that may be shown. */
export const drawFace = (card, face, behind) =>
  svg("svg", { class: `bd-card bd-face-${face}`, viewBox: "0 0 100 140", "aria-hidden": "true" },
    paper("bd-paper"), ground(), use(face, 8, 30, 84, 101), ...numberTag(card), ...(behind ? backTag(behind) : []));

/** A side of a card that nobody sees. */
export const drawBack = (card) =>
  svg("svg", { class: "bd-card bd-card-back", viewBox: "0 0 100 140", "aria-hidden": "true" },
    paper("bd-paper"),
    svg("rect", { x: 6, y: 6, width: 88, height: 128, rx: 5, fill: "url(#bd-weave)" }),
    svg("text", { class: "bd-question", x: 50, y: 92 }, "?"),
    ...numberTag(card));

/** One of the four figures as a small tile. */
export const tile = (face) => {
  const element = html("span", `bd-tile bd-face-${face}`);
  element.append(picture(`bd-${face}`, "bd-figure", "0 0 80 96"));
  return element;
};

/** A diamond; `won` or still an empty place. */
export const gem = (won = true) => picture("bd-gem", won ? "bd-gem" : "bd-gem bd-gem-empty");
