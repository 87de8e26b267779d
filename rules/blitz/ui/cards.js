/**
 * Draws the cards; the shapes are in board.html. A colour always comes with its symbol and its letter.
 */
import { html, svg } from "../js/board/drawing.js";

const CROSSES = "pb";
const BACKS = 8;

const symbolOf = (colour) => (CROSSES.includes(colour) ? "cross" : "nought");

/** Whether a card carries a cross; else a nought. */
export const isCross = (card) => CROSSES.includes(card[0]);

const paper = () => svg("rect", { class: "bz-paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 });

const use = (id, x, y, size) => svg("use", { href: `#bz-${id}`, x, y, width: size, height: size });

/** A card, face up. */
export const drawCard = (card) => {
  const [colour, number] = [card[0], card.slice(1)];
  return svg("svg", { class: `bz-card bz-${colour}`, viewBox: "0 0 100 140", "aria-hidden": "true" },
    paper(),
    svg("rect", { class: "bz-fill", x: 5, y: 5, width: 90, height: 130, rx: 5 }),
    svg("text", { class: number.length > 1 ? "bz-number bz-wide" : "bz-number", x: 11, y: 46 }, number),
    svg("text", { class: "bz-letter", x: 90, y: 36, "text-anchor": "end" }, colour.toUpperCase()),
    use(symbolOf(colour), 16, 58, 68));
};

/** A card, face up, for where there is little room. */
export const drawSmall = (card) =>
  svg("svg", { class: `bz-card bz-small bz-${card[0]}`, viewBox: "0 0 60 82", "aria-hidden": "true" },
    svg("rect", { class: "bz-fill", x: 1, y: 1, width: 58, height: 80, rx: 7 }),
    svg("text", { class: "bz-number", x: 29, y: 43, "text-anchor": "middle" }, card.slice(1)),
    use(symbolOf(card[0]), 12, 43, 36));

/** A card of a seat, face down. */
export const drawBack = (seat) =>
  svg("svg", { class: `bz-card bz-back bz-seat-${seat % BACKS}`, viewBox: "0 0 100 140", "aria-hidden": "true" },
    paper(),
    svg("rect", { class: "bz-back-fill", x: 5, y: 5, width: 90, height: 130, rx: 5 }),
    use(`back-${seat % BACKS}`, 22, 42, 56));

/** A place without a card. */
export const drawEmpty = (sign = "") =>
  svg("svg", { class: "bz-card bz-empty", viewBox: "0 0 100 140", "aria-hidden": "true" },
    svg("rect", { x: 3, y: 3, width: 94, height: 134, rx: 8 }),
    svg("text", { x: 50, y: 88, "text-anchor": "middle" }, sign));

/** The sign of a seat's cards, as on their backs. */
export const drawEmblem = (seat) =>
  svg("svg", { class: `bz-emblem bz-seat-${seat % BACKS}`, viewBox: "-4 -4 32 32", "aria-hidden": "true" },
    svg("circle", { class: "bz-back-fill", cx: 12, cy: 12, r: 15.5 }), use(`back-${seat % BACKS}`, 2, 2, 20));

/** A small picture of board.html. */
export const drawSign = (id) =>
  svg("svg", { class: `bz-icon bz-icon-${id}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, use(id, 0, 0, 24));

/** Cards that lie fanned out downwards, the top one last and whole. */
export const drawFan = (cards) => {
  const fan = html("span", "bz-fan");
  fan.style.setProperty("--bz-count", cards.length);
  fan.append(...cards.map((card, index) => {
    const layer = html("span", "bz-layer", {}, drawCard(card));
    layer.style.setProperty("--bz-index", index);
    return layer;
  }));
  return fan;
};
