/**
 * The board by keyboard, wherever the focus is: keys by their place, so that they are the same in every language.
 */
const WRITING = "input, textarea, select, [contenteditable], [role=log], .log-list, dialog";
const PRESSABLE = "button, a, summary, [role=button]";
const PLACES = { KeyB: "blitz", KeyW: "waste" };

const placeOf = (code) => PLACES[code] ?? (/^Digit[1-9]$/.test(code) ? `work:${Number(code[5]) - 1}` : undefined);

export class Keys {
  /** `on` has: plays(), whether the viewer can act now; tap(place), turn(), centre(), stuck(), drop(). */
  constructor(on) {
    this.on = on;
    this.down = (event) => this.pressed(event);
    document.addEventListener("keydown", this.down);
  }

  pressed(event) {
    const { target, code, altKey, ctrlKey, metaKey, repeat } = event;
    if (altKey || ctrlKey || metaKey || repeat || target.closest(WRITING)) return;
    if (!this.on.plays() || document.querySelector("dialog:modal")) return;
    const act = this.actionOf(code, target);
    if (!act) return;
    event.preventDefault();
    act();
  }

  actionOf(code, target) {
    const place = placeOf(code);
    if (place) return () => this.on.tap(place);
    if (code === "Space") return target.closest(PRESSABLE) ? undefined : this.on.turn;
    return { KeyT: this.on.turn, KeyC: this.on.centre, KeyX: this.on.stuck, Escape: this.on.drop }[code];
  }

  destroy() {
    document.removeEventListener("keydown", this.down);
  }
}
