/**
 * The Diamoniak board of the match page: draws frame.view, offers frame.legal, sends what the player picks.
 */
import { Air } from "../js/board/air.js";
import { findParts, mounting } from "../js/board/drawing.js";
import { keepFocus } from "../js/board/roving.js";
import { isAtPlay } from "../js/board/texts.js";
import { Areas } from "./areas.js";
import { Middle } from "./middle.js";
import { nextCards, readChoices } from "./model.js";
import { Motion } from "./motion.js";
import { Tray } from "./tray.js";
import { eventWords } from "./words.js";

class Board {
  constructor(root, { play }) {
    this.root = root;
    this.parts = findParts(root);
    this.play = play;
    this.laid = [];
    this.air = new Air(this.parts.air);
    const buy = (seat) => this.send(this.choices.buys.get(seat));
    this.areas = new Areas(this.parts, { buy, lay: (card) => this.lay(card) });
    this.middle = new Middle(this.parts, { draw: () => this.send(this.choices.draw) });
    this.tray = new Tray(this.parts, { move: (move) => this.send(move), take: (index) => this.take(index) });
    root.addEventListener("keydown", (event) => this.undo(event));
    this.motion = new Motion(this.air, { mat: root.querySelector(".dk-mat"), areas: this.areas, middle: this.middle });
  }

  /** Shows a frame and the events that led to it. */
  show(frame, events = []) {
    if (!frame.view) return this.blank();
    const known = this.frame?.ply === frame.ply;
    if (this.frame) this.motion.remember();
    this.waiting = false;
    if (!known) this.laid = [];
    this.frame = frame;
    this.choices = readChoices(frame);
    this.draw();
    if (events.length || !known) this.parts.said.textContent = eventWords(events, frame);
    if (!known || events.length) this.motion.show(this.motion.before ? events : []);
    return undefined;
  }

  /** Shows an empty table: the match has not begun. */
  blank() {
    this.air.stop();
    this.frame = undefined;
    ["others", "own", "deck", "open", "discard", "said", "prompt", "toll", "choices"].forEach((part) => {
      this.parts[part].replaceChildren();
    });
  }

  draw() {
    keepFocus(this.root, () => this.drawAll(), () => this.tray.refuge());
  }

  drawAll() {
    const { frame, choices, laid } = this;
    this.root.dataset.phase = frame.view.phase;
    this.parts.tray.classList.toggle("dk-resting", !isAtPlay(frame)); // only in play it sticks to the screen
    this.areas.draw(frame, { buys: choices.buys, next: nextCards(choices, laid), laid });
    this.middle.draw(frame.view, Boolean(choices.draw));
    this.tray.ask(frame, choices, laid);
  }

  /** Lays one card down for the witch; nothing is paid before the button is pressed. */
  lay(card) {
    if (this.waiting) return;
    this.laid = [...this.laid, card];
    this.draw();
  }

  take(index) {
    if (this.waiting) return;
    this.laid = this.laid.toSpliced(index, 1);
    this.draw();
  }

  /** Escape takes back the card that was laid down last. */
  undo({ key }) {
    if (key === "Escape" && this.laid.length && !this.parts.fan.open) this.take(-1);
  }

  async send(move) {
    if (this.waiting || !move) return;
    this.waiting = true;
    this.root.classList.add("dk-waiting");
    try {
      await this.play(move);
    } catch {
      this.drop();
    } finally {
      this.root.classList.remove("dk-waiting");
    }
  }

  /** Forgets what was laid down after a refusal; the page has said why. */
  drop() {
    this.waiting = false;
    this.laid = [];
    this.draw();
  }

  destroy() {
    this.air.stop();
  }
}

export { soundOf } from "./sounds.js";

export const mountBoard = mounting(Board);
