/**
 * The last claim for all to see: which cards, what can be seen on them, the judgement, and how close it was.
 */
import { html } from "../js/board/drawing.js";
import { drawCard } from "./cards.js";
import { cardWords, consequenceWords, factsOf, finishWords, verdictWords } from "./words.js";

const claimed = (codes) => {
  const row = html("div", "rh-claimed", { dir: "ltr" });
  row.append(...codes.map((code) => html("span", "", { role: "img", "aria-label": cardWords(code) }, drawCard(code))));
  return row;
};

const facts = (codes, dark) => {
  const list = html("dl", "rh-facts");
  factsOf(codes).forEach(([heading, words]) => list.append(html("dt", "", {}, heading), html("dd", "", {}, words)));
  if (dark && codes.length) {
    list.append(html("dt", "", {}, gettext("Dark room")), html("dd", "", {}, gettext("lies open")));
  }
  return list;
};

/** Draws a claim: { event (hit or missed), codes, dark, finish } of a frame. */
export const drawVerdict = (frame, { event, codes, dark, finish }) => {
  // The table has a direction of its own; words keep that of the page.
  const element = html("div", `rh-verdict rh-${event.type}`, { dir: document.documentElement.dir || "ltr" });
  element.append(html("h3", "rh-judged", {}, verdictWords(frame, event)));
  if (codes.length) element.append(claimed(codes), facts(codes, dark));
  element.append(html("p", "rh-consequence", {}, consequenceWords(frame, event)));
  if (finish?.length > 1) element.append(html("p", "rh-finish", {}, finishWords(frame, finish)));
  return element;
};
