/**
 * The board by keyboard: one tab stop, arrow keys among the lit cells, or all cells when none is lit.
 */
import { rove, setTabStop } from "../js/board/roving.js";
import { inBoardOrder } from "./model.js";

export class Walk {
  /** Walks over a Grid; onPick(cell) is told of a cell pressed, onLeave(event) of any other key. */
  constructor(grid, { onPick, onLeave }) {
    this.grid = grid;
    this.onPick = onPick;
    this.onLeave = onLeave;
    grid.root.addEventListener("keydown", (event) => this.pressed(event));
    this.reset();
  }

  reachable() {
    const cells = this.grid.lit.size ? inBoardOrder(this.grid.lit) : [...this.grid.cells.keys()];
    return cells.map((cell) => this.grid.cells.get(cell));
  }

  stopAt(element) {
    setTabStop([...this.grid.cells.values()], element);
  }

  /** Puts the tab stop on the first cell that can be reached. */
  reset() {
    this.stopAt(this.reachable()[0]);
  }

  /** Puts the focus on a cell. */
  focus(cell) {
    const element = this.grid.cells.get(cell);
    this.stopAt(element);
    element.focus();
  }

  pressed(event) {
    const current = event.target.closest("[data-cell]");
    if (!current || rove(event, this.reachable(), current)) return;
    if (event.key === "Enter" || event.key === " ") this.pick(event, current.dataset.cell);
    else this.onLeave(event);
  }

  pick(event, cell) {
    event.preventDefault();
    this.onPick(cell);
  }
}
