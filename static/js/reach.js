// Whether anything comes through to the server and back.

const WITHIN = 1500; // ms

/** Return a promise of whether a server of this site answers at once. */
export async function reach() {
  try {
    const asked = { method: "HEAD", cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(WITHIN) };
    return (await fetch("/healthz", asked)).status < 500;
  } catch {
    return false;
  }
}
