/**
 * The board by keyboard, wherever the focus is: the space bar grabs, the key printed on a card points at it.
 */
import { numberOf } from "./model.js";

const WRITING = "input, textarea, select, [contenteditable], dialog";
const PRESSABLE = "button, a, summary, [role=button]";

export class Keys {
  /** onPress() is told when the diamond is meant. */
  constructor(root, claim, onPress) {
    this.root = root;
    this.claim = claim;
    this.onPress = onPress;
    this.down = (event) => this.pressed(event);
    this.up = (event) => this.swallow && event.key === " " && this.released(event);
    document.addEventListener("keydown", this.down);
    document.addEventListener("keyup", this.up);
  }

  isForUs({ target, altKey, ctrlKey, metaKey, repeat }) {
    if (altKey || ctrlKey || metaKey || repeat || !this.claim.takesPart) return false;
    return !target.closest(WRITING) && !document.querySelector("dialog:modal");
  }

  pressed(event) {
    if (!this.isForUs(event)) return;
    if (event.key === " ") this.space(event);
    else if (event.key === "Escape") this.claim.drop();
    else this.point(event);
  }

  /** With the diamond in hand, the space bar on a card chooses it like any button. */
  space(event) {
    const control = event.target.closest(PRESSABLE);
    if (control && !this.root.contains(control)) return;
    if (control?.matches(".rh-card") && this.claim.holds) return;
    event.preventDefault();
    this.swallow = true;
    this.onPress();
  }

  /** Some browsers press a focused button when the key comes up. */
  released(event) {
    event.preventDefault();
    this.swallow = false;
  }

  point(event) {
    const n = numberOf(event);
    if (n < 0 || event.target.closest("[role=log]")) return;
    this.claim.choose(n);
  }

  destroy() {
    document.removeEventListener("keydown", this.down);
    document.removeEventListener("keyup", this.up);
  }
}
