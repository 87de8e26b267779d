// What this browser remembers (theme, sound, hints understood). Storage may be full or forbidden: then nothing is.

/** Return the remembered text, or null. */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remember a text; null forgets it. */
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // not remembered
  }
}
