/**
 * The sentence over the own cards: it goes when it is no longer true.
 */
const always = () => true;

export class Said {
  constructor(region) {
    this.region = region;
    this.forget();
  }

  /** Says something; `holds` tells later whether it is still so. */
  say(words, holds = always) {
    if (!words) return;
    this.region.textContent = words;
    this.holds = holds;
    this.refusal = false;
  }

  /** Says why the player's last deed came to nothing; the next deed takes it away. */
  refuse(words, holds) {
    this.say(words, holds);
    this.refusal = true;
  }

  /** The player does something else. */
  goOn() {
    if (this.refusal) this.forget();
  }

  /** Looks whether the sentence still holds. */
  check() {
    if (!this.holds()) this.forget();
  }

  /** Says nothing. */
  forget() {
    this.region.textContent = "";
    this.holds = always;
    this.refusal = false;
  }
}
