// What this browser remembers (theme, sound, hints understood), or with `tab` this tab alone (what was asked and has no
// answer). Storage may be full or forbidden: then nothing is.

const WORDS = { theme: /^(light|dark)$/, motion: /^(full|reduced)$/, sound: /^off$/, volume: /^\d+$/, notify: /^on$/ };
const PREFERENCES = Object.keys(WORDS);

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

/** Remember how somebody likes the site, in this browser and, for who is logged in, for the account. */
export function prefer(key, value) {
  remember(key, value);
  keep({ [key]: value });
}

/** Tell the account what this browser remembers, by the keys of PREFERENCES; null is told as "". */
export function keep(told) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (document.documentElement.dataset.memory === undefined || !token) return;
  const body = new URLSearchParams(Object.entries(told).map(([key, value]) => [key, value ?? ""]));
  const headers = { "X-CSRFToken": token };
  fetch("/account/preferences/keep/", { method: "POST", body, headers, keepalive: true }).catch(() => {
    // the account learns it another time
  });
}

/** Once somebody has an account, what this browser has remembered so far is the account's. */
export function bringAlong() {
  if (document.documentElement.dataset.memory !== "{}") return;
  const known = PREFERENCES.map((key) => [key, recall(key)]).filter(([key, value]) => value && WORDS[key].test(value));
  if (known.length) keep(Object.fromEntries(known));
}

/** Return the storage; the mere look at one that is forbidden throws. */
function storage(tab) {
  return tab ? sessionStorage : localStorage;
}
