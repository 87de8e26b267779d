/**
 * A live region for what goes on all the time: it speaks now and then, and only the newest sentences.
 */
const PAUSE = 1500; // milliseconds between two utterances
const MOST = 3; // sentences in one

export class Murmur {
  constructor(region) {
    this.region = region;
    this.waiting = [];
  }

  /** Says a sentence: at once after a silence, else with what else comes until the region may speak again. */
  say(words) {
    if (!words) return;
    this.waiting = [...this.waiting, words].slice(-MOST);
    this.pausing ??= this.speak();
  }

  /** Says at once what the player has just asked for; what was waiting is dropped. */
  answer(words) {
    this.stop();
    this.waiting = [words];
    this.pausing = this.speak();
  }

  speak() {
    this.region.textContent = this.waiting.join(" ");
    this.waiting = [];
    return setTimeout(() => this.resume(), PAUSE);
  }

  resume() {
    this.pausing = this.waiting.length ? this.speak() : undefined;
  }

  /** Takes back what was said last, too: it is of another moment. */
  forget() {
    this.stop();
    this.pausing = undefined;
    this.region.textContent = "";
  }

  /** Says nothing more. */
  stop() {
    clearTimeout(this.pausing);
    this.waiting = [];
  }
}
