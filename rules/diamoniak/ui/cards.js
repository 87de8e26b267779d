/**
 * Draws the cards; the shapes of diamond, witch and fairy are in board.html.
 */
import { html, svg } from "../js/board/drawing.js";
import { drawParts } from "./palaces.js";

const paper = () => svg("rect", { class: "dk-paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 });
const ground = () => svg("rect", { class: "dk-ground", x: 6, y: 6, width: 88, height: 128, rx: 5 });
const use = (id, x, y, width, height) => svg("use", { href: `#dk-${id}`, x, y, width, height });

const figures = {
  diamond: () => use("diamond", 12, 32, 76, 76),
  witch: () => use("witch", 6, 30, 88, 104),
  fairy: () => use("fairy", 8, 28, 84, 104),
};

const palace = (colour) =>
  svg("svg", { x: 8, y: 24, width: 84, height: 90, viewBox: "0 0 120 108" }, drawParts(colour, 6));

/** The name of what a card shows: a colour, or diamond, witch or fairy. */
export const nameOf = (card) => card.replace("palace:", "");

/** A card, face up. */
export const drawCard = (card) => {
  const name = nameOf(card);
  const figure = figures[name]?.() ?? palace(name);
  const element = svg("svg", { class: `dk-card dk-tint-${name}`, viewBox: "0 0 100 140", "aria-hidden": "true" });
  element.append(paper(), ground(), figure);
  return element;
};

/** A card, face down. */
export const drawBack = () =>
  svg("svg", { class: "dk-card", viewBox: "0 0 100 140", "aria-hidden": "true" },
    paper(), svg("rect", { x: 6, y: 6, width: 88, height: 128, rx: 5, fill: "url(#dk-stars)" }));

/** The empty place of a pile. */
export const drawEmpty = () =>
  svg("svg", { class: "dk-card dk-card-empty", viewBox: "0 0 100 140", "aria-hidden": "true" },
    svg("rect", { x: 2, y: 2, width: 96, height: 136, rx: 8 }));

/** A card that turns its face up while it flies. */
export const drawTurning = (card) => {
  const element = html("div", "dk-turning");
  const back = drawBack();
  back.classList.add("dk-away");
  element.append(back, drawCard(card));
  return element;
};
