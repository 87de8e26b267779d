/**
 * The board itself: cells, chips, finished sequences, marks, and a closer look for small screens.
 */
import { svg } from "../js/board/drawing.js";
import { suitClass, use } from "./cards.js";
import { CELLS, COLUMNS, inBoardOrder, placeOf } from "./model.js";
import { rankSign } from "./words.js";

const CELL = { width: 50, height: 54 };
const EDGE = { left: 19, top: 17, right: 9, bottom: 9 };
const FULL = { x: 0, y: 0, width: EDGE.left + 500 + EDGE.right, height: EDGE.top + 540 + EDGE.bottom };
const CHIP = { size: 34, x: 25, y: 34 };
const LAYERS = ["bands", "chips", "lines", "marks"];
const REACH = 10; // pixels around a lit cell that still count as a touch of it
const CROWDED = 12; // lit cells from which a finger may miss, so that the first touch enlarges

const cornerOf = (cell) => {
  const { column, row } = placeOf(cell);
  return { x: EDGE.left + column * CELL.width, y: EDGE.top + row * CELL.height };
};

const centreOf = (cell) => {
  const { x, y } = cornerOf(cell);
  return { x: x + CELL.width / 2, y: y + CELL.height / 2 };
};

const chipPlaceOf = (cell) => {
  const { x, y } = cornerOf(cell);
  return { x: x + CHIP.x, y: y + CHIP.y };
};

const cellFace = (card) => {
  if (!card) return [];
  if (card === "**") return [use("star", 3, 5, 44)];
  return [
    svg("text", { x: 5, y: 18.2, class: "seq-cell-rank" }, rankSign(card)),
    use(card[1], 31.5, 5.5, 13, 13, "seq-suit-small"),
    use(card[1], 19, 23, 26, 26, "seq-suit-large"),
  ];
};

const drawCell = (cell) => {
  const { x, y } = cornerOf(cell);
  const attributes = { class: "seq-cell", "data-cell": cell, role: "gridcell", tabindex: -1 };
  const box = { x: 1.5, y: 1.5, width: 47, height: 51, rx: 4.5 };
  return svg("g", { ...attributes, transform: `translate(${x} ${y})` },
    svg("rect", { class: "seq-paper", ...box }),
    svg("g", { class: "seq-face" }),
    svg("rect", { class: "seq-ring", ...box }));
};

const coordinate = (x, y, text) => svg("text", { x, y, class: "seq-coordinate" }, text);

const coordinates = () => [
  ...[...COLUMNS].map((letter, i) => coordinate(EDGE.left + i * CELL.width + 25, 12.5, letter)),
  ...[...Array(10).keys()].map((i) => coordinate(10.5, EDGE.top + i * CELL.height + 31, i + 1)),
];

const mat = () => [
  svg("rect", { class: "seq-cloth", width: FULL.width, height: FULL.height, rx: 12 }),
  svg("rect", { width: FULL.width, height: FULL.height, rx: 12, fill: "url(#seq-weave)" }),
  svg("rect", { class: "seq-hem", x: 3, y: 3, width: FULL.width - 6, height: FULL.height - 6, rx: 9.5 }),
];

/** The straight path through a five, reaching a little past its ends. */
const throughPath = (cells, reach) => {
  const ends = [chipPlaceOf(cells[0]), chipPlaceOf(cells.at(-1))];
  const [dx, dy] = [ends[1].x - ends[0].x, ends[1].y - ends[0].y];
  const part = reach / Math.hypot(dx, dy);
  const point = ({ x, y }, sign) => `${x + sign * dx * part} ${y + sign * dy * part}`;
  return `M${point(ends[0], -1)}L${point(ends[1], 1)}`;
};

const bracket = (x, y, sx, sy) => `M${x} ${y + sy * 11}V${y + sy * 4}Q${x} ${y} ${x + sx * 4} ${y}H${x + sx * 11}`;

const drawLastMark = (cell) => {
  const { x, y } = cornerOf(cell);
  const [right, bottom] = [x + CELL.width, y + CELL.height];
  const d = bracket(x, y, 1, 1) + bracket(right, y, -1, 1) + bracket(x, bottom, 1, -1) + bracket(right, bottom, -1, -1);
  return svg("g", { class: "seq-last" }, svg("path", { d, class: "seq-last-under" }), svg("path", { d }));
};

export class Grid {
  /** Draws the empty board into an svg element; onPick(cell) is told of each cell picked, onZoom of each zoom. */
  constructor(root, { onPick, onZoom }) {
    this.root = root;
    this.onZoom = onZoom;
    this.onPick = onPick;
    this.lit = new Set();
    this.cells = new Map(CELLS.map((cell) => [cell, drawCell(cell)]));
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `seq-${name}` })]));
    this.build();
    root.addEventListener("click", (event) => this.clicked(event));
  }

  build() {
    const rows = [...Array(10).keys()].map((row) =>
      svg("g", { role: "row" }, ...CELLS.slice(row * 10, row * 10 + 10).map((cell) => this.cells.get(cell))));
    const still = svg("g", { "aria-hidden": "true" }, ...mat(), ...coordinates());
    const over = Object.values(this.layers);
    over.forEach((layer) => layer.setAttribute("aria-hidden", "true"));
    this.root.replaceChildren(still, ...rows, ...over);
    this.zoomTo(null);
  }

  /** Puts the printed cards on the cells. */
  print(cards) {
    cards.forEach((card, cell) => {
      const element = this.cells.get(cell);
      element.classList.add(card && card !== "**" ? suitClass(card) : "seq-corner");
      element.querySelector(".seq-face").replaceChildren(...cellFace(card));
    });
  }

  /** Draws chips and sequences of a view and names each cell by label(cell). */
  draw(view, label) {
    this.drawChips(view.chips);
    this.layers.bands.replaceChildren(...view.sequences.map((five) => this.band(five, "seq-band", 15)));
    this.layers.lines.replaceChildren(...view.sequences.map((five) => this.band(five, "seq-line", 8)));
    this.cells.forEach((element, cell) => {
      element.classList.toggle("seq-covered", cell in view.chips);
      element.setAttribute("aria-label", label(cell));
    });
  }

  /** Keeps the chips that stay, so that one still on its way arrives. */
  drawChips(chips) {
    const stays = ({ dataset: { chip, team } }) => String(chips[chip]) === team;
    const gone = [...this.layers.chips.querySelectorAll("[data-chip]")].filter((element) => !stays(element));
    gone.forEach((element) => element.remove());
    const fresh = Object.entries(chips).filter(([cell]) => !this.chipOn(cell));
    this.layers.chips.append(...fresh.map(([cell, team]) => this.chip(cell, team)));
  }

  /** A new chip on a cell, not yet shown. */
  chip(cell, team) {
    const { x, y } = chipPlaceOf(cell);
    const half = CHIP.size / 2;
    const drawing = use(`chip-${team}`, -half, -half, CHIP.size, CHIP.size, `seq-team-${team}`);
    const attributes = { "data-chip": cell, "data-team": team, transform: `translate(${x} ${y})` };
    return svg("g", attributes, svg("g", {}, drawing));
  }

  band({ team, cells }, className, reach) {
    const sorted = inBoardOrder(cells);
    const attributes = { d: throughPath(sorted, reach), "data-strokes": sorted.join(" "), pathLength: 100 };
    const under = svg("path", { ...attributes, class: `${className}-under` });
    return svg("g", { class: `${className} seq-team-${team}` }, under, svg("path", attributes));
  }

  /** Marks the cells of the last move. */
  markLast(cells) {
    this.layers.marks.querySelectorAll(".seq-last").forEach((mark) => mark.remove());
    this.layers.marks.append(...cells.map(drawLastMark));
  }

  /** Lights the cells that can be picked; kind is "put", "take" or "peek" (shown, not to be picked). */
  light(cells, kind) {
    this.lit = new Set(kind === "peek" ? [] : cells);
    this.root.dataset.kind = cells.length ? kind : "";
    this.root.toggleAttribute("data-crowd", this.lit.size > CROWDED);
    this.cells.forEach((element, cell) => element.classList.toggle("seq-lit", cells.includes(cell)));
    if (!this.lit.size) this.zoomTo(null);
  }

  /** Points at one lit cell, or none. */
  point(cell) {
    this.cells.forEach((element, name) => element.classList.toggle("seq-pointed", name === cell));
  }

  /** Shows five cells as a sequence that could be, or none. */
  preview(five) {
    this.layers.marks.querySelectorAll(".seq-preview").forEach((mark) => mark.remove());
    if (five) this.layers.marks.append(this.band(five, "seq-preview", 15));
  }

  /** Marks the cell whose move is on its way, or none. */
  await(cell) {
    this.cells.forEach((element, name) => element.classList.toggle("seq-awaited", name === cell));
  }

  clicked(event) {
    const point = this.pointOf(event);
    const lit = this.nearestLit(point);
    const cell = lit ?? event.target.closest("[data-cell]")?.dataset.cell;
    const finger = event.pointerType === "touch" || event.pointerType === "pen";
    if (lit && finger && this.isCrowded() && !this.zoomed) this.zoomTo(point);
    else if (cell) this.onPick(cell);
  }

  isCrowded() {
    return this.root.hasAttribute("data-crowd") && this.scale() * CELL.width < 44;
  }

  scale() {
    return this.root.getScreenCTM().a;
  }

  pointOf(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
  }

  nearestLit(point) {
    const reach = REACH / this.scale();
    const away = (cell) => {
      const { x, y } = centreOf(cell);
      return Math.max(Math.abs(point.x - x) - CELL.width / 2, Math.abs(point.y - y) - CELL.height / 2);
    };
    const near = [...this.lit].map((cell) => ({ cell, away: away(cell) })).filter(({ away: gap }) => gap <= reach);
    return near.sort((a, b) => a.away - b.away)[0]?.cell;
  }

  /** Shows the half of the board around a point, or all of it for null. */
  zoomTo(point) {
    this.zoomed = point !== null;
    const part = this.zoomed ? 0.58 : 1;
    const [width, height] = [FULL.width * part, FULL.height * part];
    const start = (middle, size, whole) => Math.min(Math.max(middle - size / 2, 0), whole - size);
    const x = this.zoomed ? start(point.x, width, FULL.width) : 0;
    const y = this.zoomed ? start(point.y, height, FULL.height) : 0;
    this.root.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.onZoom(this.zoomed);
  }

  /** Where a cell is on the screen. */
  rectOf(cell) {
    return this.cells.get(cell).querySelector(".seq-paper").getBoundingClientRect();
  }

  /** The drawn chip of a cell. */
  chipOn(cell) {
    return this.layers.chips.querySelector(`[data-chip="${cell}"] > g`);
  }

  /** The strokes of a drawn five. */
  strokesOf(cells) {
    return this.root.querySelectorAll(`[data-strokes="${inBoardOrder(cells).join(" ")}"]`);
  }

  /** A chip that is no longer in the view, for its way out. */
  leavingChip(cell, team) {
    const leaving = this.chip(cell, team);
    leaving.removeAttribute("data-chip");
    this.layers.chips.append(leaving);
    return leaving;
  }
}
