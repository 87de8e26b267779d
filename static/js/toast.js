// Short sentences that come and go at the edge of the page.

import { make } from "./dom.js";

const LIFE = 6000;

/**
 * Show a sentence for a few seconds; kind "refused" marks what the server did not allow. Of two about the same
 * thing only the newer stays.
 */
export function toast(sentence, kind = "", about = "") {
  const shown = make("p", { class: `toast ${kind}`.trim(), "data-about": about || false, text: sentence });
  const all = document.getElementById("toasts");
  if (about) all.querySelector(`[data-about="${about}"]`)?.remove();
  while (all.childElementCount >= 2) all.firstElementChild.remove();
  all.append(shown);
  setTimeout(() => shown.remove(), LIFE);
}
