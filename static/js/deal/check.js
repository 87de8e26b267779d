// Judges a deal: recomputes each step and compares it with what the match says of itself.

import { draw, fromHex, hmac, keyOf, sha256, toHex } from "./chance.js";

/**
 * @typedef {{ label: string, ply: number, words: string, before: Array | number, after: Array | number }} Step
 * @typedef {{ commitment: string, server_seed: string, seats: { name: string, salt: string }[], seed: string,
 *   steps: Step[] }} Deal what the server says of a finished match
 */

/**
 * Does the secret have the fingerprint that was shown, here and to this browser before?
 * @param {Deal} deal
 * @param {string[]} shown all fingerprints that this browser has seen of the match
 */
export async function checkSecret(deal, shown) {
  const computed = toHex(await sha256(fromHex(deal.server_seed)));
  return { computed, fits: [deal.commitment, ...shown].every((one) => one === computed) };
}

/**
 * Does the seed of the match follow from the secret and the players' shares?
 * @param {Deal} deal
 */
export async function checkSeed(deal) {
  const message = `salts:${deal.seats.map((seat) => seat.salt).join(",")}`;
  const bytes = await hmac(await keyOf(fromHex(deal.server_seed)), message);
  const computed = toHex(bytes);
  return { message, computed, key: await keyOf(bytes), fits: computed === deal.seed };
}

/**
 * Is a step what follows from the seed?
 * @param {CryptoKey} key
 * @param {Step} step
 */
export async function checkStep(key, step) {
  const { after, drawn } = await draw(key, step.label, step.before);
  return { after, drawn, fits: JSON.stringify(after) === JSON.stringify(step.after) };
}
