// Short sentences that come and go at the foot of the page.

import { make } from "./dom.js";

const LIFE = 6000;

/** Show a sentence for a few seconds; kind "refused" marks what the server did not allow. */
export function toast(sentence, kind = "") {
  const shown = make("p", { class: `toast ${kind}`.trim(), text: sentence });
  const all = document.getElementById("toasts");
  while (all.childElementCount >= 3) all.firstElementChild.remove();
  all.append(shown);
  setTimeout(() => shown.remove(), LIFE);
}
