/**
 * Draws cards, chips and their backs as SVG; the shapes are in board.html.
 */
import { svg } from "../js/board/drawing.js";
import { jackKind } from "./model.js";
import { rankSign } from "./words.js";

/** A drawing of board.html in a box. */
export const use = (id, x, y, width, height = width, className = "") =>
  svg("use", { href: `#seq-${id}`, x, y, width, height, class: className });

/** The class that colours a card's signs. */
export const suitClass = (card) => ("DH".includes(card[1]) ? "seq-red" : "seq-black");

const index = (card) => [
  svg("text", { x: 8, y: 35, class: "seq-rank" }, rankSign(card)),
  use(card[1], 8, 43, 24),
];

const jackFace = (card, kind) => [
  use(`jack-${kind}`, 17, 40, 80, 96),
  use(`sign-${kind}`, 72, 9, 20),
];

const crown = (card) => ("KQ".includes(card[0]) ? [use(`crown-${card[0]}`, 42, 48, 40, 24)] : []);

const plainFace = (card) => {
  const size = card[0] === "A" ? 62 : 52;
  return [...crown(card), use(card[1], 88 - size + (card[0] === "A" ? 4 : 0), 130 - size, size)];
};

const face = (card) => {
  const kind = jackKind(card);
  return kind ? jackFace(card, kind) : plainFace(card);
};

const paper = (className) => svg("rect", { class: className, x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 });

/** A card, face up. */
export const drawCard = (card) =>
  svg("svg", { class: `seq-card ${suitClass(card)}`, viewBox: "0 0 100 140", "aria-hidden": "true" },
    paper("seq-paper"), ...index(card), ...face(card));

/** A card, face down. */
export const drawBack = () =>
  svg("svg", { class: "seq-card seq-card-back", viewBox: "0 0 100 140", "aria-hidden": "true" },
    paper("seq-paper"),
    svg("rect", { x: 7, y: 7, width: 86, height: 126, rx: 5, fill: "url(#seq-back)" }),
    use("star", 25, 45, 50));

/** The empty place of a pile. */
export const drawEmpty = () =>
  svg("svg", { class: "seq-card seq-card-empty", viewBox: "0 0 100 140", "aria-hidden": "true" },
    svg("rect", { x: 2, y: 2, width: 96, height: 136, rx: 8 }));

/** A team's chip as a small picture of its own. */
export const drawChip = (team) =>
  svg("svg", { class: `seq-chip seq-team-${team}`, viewBox: "-20 -20 40 40", "aria-hidden": "true" },
    use(`chip-${team}`, -20, -20, 40));
