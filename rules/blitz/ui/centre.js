/**
 * The common stacks in the middle. A stack keeps its cell as long as it lies there, so that nothing moves under a hand.
 */
import { drawCard, drawEmpty } from "./cards.js";
import { Place } from "./place.js";
import { stackWords } from "./words.js";

const [ROOM_EACH, ROOM_MOST] = [3, 11]; // stacks that there is room for from the start, in whole rows

export class Centre {
  constructor(root) {
    this.root = root;
    this.cells = []; // by place on the table: the number of its stack, or undefined
    this.stacks = new Map(); // by number: its Place
    this.gaps = [];
    this.resized = new ResizeObserver(() => requestAnimationFrame(() => this.layOut()));
    this.resized.observe(root);
    this.fresh = new Place("centre:new", "bz-new");
    this.fresh.draw("new", gettext("Start a new stack with a 1"), () => [drawEmpty("1")]);
  }

  /** Draws the stacks of a view; "next" is the number of one that the viewer has started and nobody has confirmed. */
  draw({ centre, seats }) {
    this.room = Math.min(ROOM_EACH * seats.length, ROOM_MOST);
    const numbers = centre.map(({ n }) => n);
    this.settle(numbers);
    numbers.forEach((n) => this.giveCell(n));
    centre.forEach(({ n, top }) => this.stackOf(n).draw(top, stackWords(top), () => [drawCard(top)]));
    this.layOut();
  }

  /** Forgets stacks that are gone; an expected one becomes the confirmed one in its cell. */
  settle(numbers) {
    const confirmed = numbers.find((n) => n !== "next" && !this.cells.includes(n));
    this.cells = this.cells.map((n) => {
      if (numbers.includes(n)) return n;
      return n === "next" ? confirmed : undefined;
    });
    [...this.stacks.keys()].filter((n) => !numbers.includes(n)).forEach((n) => this.stacks.delete(n));
  }

  giveCell(n) {
    if (this.cells.includes(n)) return;
    const free = this.cells.indexOf(undefined);
    if (free < 0) this.cells.push(n);
    else this.cells[free] = n;
  }

  stackOf(n) {
    if (!this.stacks.has(n)) this.stacks.set(n, new Place(`centre:${n}`, "bz-common"));
    return this.stacks.get(n);
  }

  layOut() {
    while (this.cells.length && this.cells.at(-1) === undefined) this.cells.pop();
    const wanted = [...Array(this.wholeRows()).keys()].map((cell) => this.elementIn(cell));
    const all = [this.fresh.element, ...wanted];
    all.forEach((element, index) => {
      if (this.root.children[index] !== element) this.root.insertBefore(element, this.root.children[index] ?? null);
    });
    while (this.root.childElementCount > all.length) this.root.lastElementChild.remove();
    this.root.classList.toggle("bz-crowded", wanted.length > ROOM_MOST);
  }

  /** How many cells fill whole rows, together with the place for a new stack. */
  wholeRows() {
    const columns = getComputedStyle(this.root).gridTemplateColumns.split(" ").length;
    const cells = Math.max(this.room ?? 0, this.cells.length) + 1;
    return Math.ceil(cells / columns) * columns - 1;
  }

  elementIn(cell) {
    const n = this.cells[cell];
    if (n !== undefined) return this.stackOf(n).element;
    this.gaps[cell] ??= Object.assign(document.createElement("span"), { className: "bz-gap" });
    return this.gaps[cell];
  }

  /** Where a stack is on the screen; undefined for one that is gone. */
  rectOf(n) {
    return this.stacks.get(n)?.rect();
  }

  /** Where all stacks are on the screen and of which colour, by number. */
  seen() {
    return new Map([...this.stacks].map(([n, place]) => [n, { rect: place.rect(), colour: place.signature[0] }]));
  }

  /** Lets go of the window. */
  destroy() {
    this.resized.disconnect();
  }

  /** All places where a card can go. */
  places() {
    return [this.fresh, ...this.stacks.values()];
  }
}
