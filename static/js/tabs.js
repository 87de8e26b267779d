// What the tabs of this browser know of each other: a tab holds a lock for what is so, and any other can see it. A lock
// goes with its tab, however that ends. Browsers without them, and pages that are not secure, know nothing.

let shown = true; // not put away by the browser, to be shown again by "back"

/** Hold the lock `name` whenever `isSo()` and this page is there. */
export function holdWhile(name, isSo) {
  let release = null;
  const look = () => {
    if (shown && isSo()) release ??= hold(name);
    else release = release?.(); // undefined
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", () => ((shown = false), look()));
  addEventListener("pageshow", () => ((shown = true), look()));
  look();
}

function hold(name) {
  let release;
  const until = new Promise((resolve) => (release = resolve));
  navigator.locks?.request(name, { mode: "shared" }, () => until).catch(() => {}); // the browser forbids it
  return release;
}

/** Do something while no other tab does this, knowing which locks are held: `deed` gets their names. */
export async function aloneWith(name, deed) {
  if (!navigator.locks) return deed(new Set());
  return navigator.locks.request(name, async () => {
    const { held } = await navigator.locks.query();
    await deed(new Set(held.map((lock) => lock.name)));
  });
}
