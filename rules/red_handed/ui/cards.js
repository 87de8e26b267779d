/**
 * Draws the cards; the shapes are in board.html. Colour always comes with a pattern: plain, stripes, dots.
 */
import { html, svg } from "../js/board/drawing.js";

const DARK_ROOM = "K";
const FILLS = { g: "url(#rh-stripes)", b: "url(#rh-dots)" }; // red is plain
const PLACES = {
  1: [[15, 36, 70]],
  2: [[7, 22, 52], [41, 76, 52]],
  3: [[29, 14, 46], [5, 60, 44], [51, 82, 44]],
};

/** The signs of a card: { kind, colour, quantity }, as far as it has them. */
export const signsOf = (code) => ({ kind: code[0], colour: code[1], quantity: code[2] && Number(code[2]) });

const painted = (colour) => ({ class: `rh-paint-${colour}`, ...(FILLS[colour] && { fill: FILLS[colour] }) });

const figure = ({ kind, colour }, [x, y, size]) =>
  svg("use", { href: `#rh-${kind}`, x, y, width: size, height: size, ...painted(colour) });

const paper = () => svg("rect", { class: "rh-paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 });

const edge = ({ colour }) =>
  svg("rect", { class: `rh-edge rh-edge-${colour}`, x: 4, y: 4, width: 92, height: 132, rx: 5.5 });

const swatch = ({ colour }) =>
  svg("circle", { cx: 16, cy: 16, r: 7.5, ...painted(colour) });

const lightFace = (signs) => [
  edge(signs),
  swatch(signs),
  ...PLACES[signs.quantity ?? 1].map((place) => figure(signs, place)),
];

const darkFace = () => [
  svg("rect", { class: "rh-dark-fill", x: 5, y: 5, width: 90, height: 130, rx: 5 }),
  svg("use", { href: "#rh-K", width: 100, height: 140 }),
];

/** A card, face up. */
export const drawCard = (code) =>
  svg("svg", { class: "rh-face", viewBox: "0 0 100 140", "aria-hidden": "true" },
    paper(), ...(code === DARK_ROOM ? darkFace() : lightFace(signsOf(code))));

/** A card, face down. */
export const drawBack = () =>
  svg("svg", { class: "rh-face rh-back", viewBox: "0 0 100 140", "aria-hidden": "true" },
    paper(),
    svg("rect", { class: "rh-back-fill", x: 6, y: 6, width: 88, height: 128, rx: 5 }),
    svg("use", { href: "#rh-jewel", x: 20, y: 44, width: 60, height: 52 }));

/** A card that turns its face up while it flies. */
export const drawTurning = (code) => html("div", "rh-turning", {}, drawBack(), drawCard(code));
