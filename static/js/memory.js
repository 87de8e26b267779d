// What this browser remembers (theme, sound, hints understood), or with `tab` this tab alone (what was asked and has no
// answer). Storage may be full or forbidden: then nothing is.

/** Return the remembered text, or null. */
export function recall(key, { tab = false } = {}) {
  try {
    return storage(tab).getItem(key);
  } catch {
    return null;
  }
}

/** Remember a text; null forgets it. */
export function remember(key, value, { tab = false } = {}) {
  try {
    if (value === null) storage(tab).removeItem(key);
    else storage(tab).setItem(key, value);
  } catch {
    // not remembered
  }
}

/** Return the storage; the mere look at one that is forbidden throws. */
function storage(tab) {
  return tab ? sessionStorage : localStorage;
}
