// The chance of docs/fairness.md once more, written for the browser's own Web Crypto: nothing here is told by the server.

const SPAN = 2 ** 32;
const HMAC = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();

/**
 * @typedef {{ u: number, below: number, result?: number }} Drawn one 32-bit number of the stream and what became of it;
 *   without a result it was dropped, because small results would else be likelier
 */

/** Whether this browser lets this page compute: Web Crypto is there with HTTPS and on the machine itself alone. */
export const canCompute = () => Boolean(globalThis.crypto?.subtle);

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text two hexadecimal digits a byte */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** @param {Uint8Array} bytes */
export function keyOf(bytes) {
  return crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign"]);
}

/**
 * @param {CryptoKey} key
 * @param {string} message
 */
export async function hmac(key, message) {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(message)));
}

/** The numbers of one label in order, eight a block. */
class Stream {
  /** @type {Drawn[]} */
  drawn = [];
  #key;
  #label;
  #block = new DataView(new ArrayBuffer(0));

  constructor(key, label) {
    this.#key = key;
    this.#label = label;
  }

  /** Draw a fair number in 0 … n-1. */
  async below(n) {
    const fair = SPAN - (SPAN % n);
    for (;;) {
      const u = await this.#next();
      const result = u < fair ? u % n : undefined;
      this.drawn.push({ u, below: n, result });
      if (result !== undefined) return result;
    }
  }

  async #next() {
    const place = this.drawn.length % 8;
    if (place === 0) {
      const bytes = await hmac(this.#key, `${this.#label}:${this.drawn.length / 8}`);
      this.#block = new DataView(bytes.buffer);
    }
    return this.#block.getUint32(4 * place);
  }
}

/**
 * Carry out one random step: shuffle a list, or draw a number below n.
 * @param {CryptoKey} key of the seed of the match
 * @param {string} label
 * @param {Array | number} before the list, or n
 * @returns {Promise<{ after: Array | number, drawn: Drawn[] }>}
 */
export async function draw(key, label, before) {
  const stream = new Stream(key, label);
  if (typeof before === "number") return { after: await stream.below(before), drawn: stream.drawn };
  const after = [...before];
  for (let i = after.length - 1; i > 0; i--) {
    const j = await stream.below(i + 1);
    [after[i], after[j]] = [after[j], after[i]];
  }
  return { after, drawn: stream.drawn };
}
