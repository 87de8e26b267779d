// Chance from the browser's own generator: tokens of requests, and this player's share in the deal.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const SALT = 16;

/** Return a fresh random text of the letters that tokens and salts may have. */
export function randomText(length) {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => LETTERS[byte & 63]).join("");
}

/** Return what this browser adds to the shuffle, so that the server alone cannot choose it. */
export function freshSalt() {
  return randomText(SALT);
}
