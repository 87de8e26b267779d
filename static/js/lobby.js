// Keeps the lists of tables fresh without reloading the page; rests while nobody looks.

import { tellTimes } from "./times.js";

const EVERY = 4000;
const lists = document.getElementById("tables");
let shown = "";

function replace(text) {
  const focused = document.activeElement?.id;
  lists.innerHTML = text; // our own page's fragment, escaped by the template
  tellTimes(lists);
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
}

async function refresh() {
  if (document.hidden) return;
  try {
    const response = await fetch(lists.dataset.fresh, { headers: { Accept: "text/html" } });
    const text = response.ok ? await response.text() : shown;
    if (text !== shown) replace(text);
    shown = text;
  } catch {
    // the server is away for a moment: the lists stay as they are
  }
}

setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
