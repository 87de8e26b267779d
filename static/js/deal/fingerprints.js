// The fingerprints of deals that this browser was shown before the end, so that it can hold the server to them later.

import { recall, remember } from "../memory.js";

const KEY = "fingerprints";
const KEPT = 100; // matches, the latest

/**
 * @typedef {{ match: string, commitment: string, at: number }} Fingerprint `at` in milliseconds since 1970
 */

/** @returns {Fingerprint[]} */
function all() {
  try {
    return JSON.parse(recall(KEY) ?? "[]");
  } catch {
    return []; // not ours
  }
}

/** Remember the first fingerprint that was shown of a match while its seed was still secret. */
export function rememberFingerprint(frame) {
  const known = all();
  if (!["open", "active"].includes(frame.status) || known.some((one) => one.match === frame.match)) return;
  known.push({ match: frame.match, commitment: frame.commitment, at: Date.now() });
  remember(KEY, JSON.stringify(known.slice(-KEPT)));
}

/**
 * Return what this browser was shown of the match before its end, or undefined.
 * @param {string} match
 * @returns {Fingerprint | undefined}
 */
export function rememberedFingerprint(match) {
  return all().find((one) => one.match === match);
}
