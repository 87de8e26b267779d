/**
 * The last claim for all to see: which cards, what was right or wrong about them, the judgement, and how close it was.
 */
import { html, svg } from "../js/board/drawing.js";
import { drawCard } from "./cards.js";
import { cardWords, consequenceWords, factsOf, fitWords, pictureWords, verdictWords } from "./words.js";

const claimed = (codes) => {
  const row = html("div", "rh-claimed", { dir: "ltr" });
  row.append(...codes.map((code) => html("span", "", { role: "img", "aria-label": cardWords(code) }, drawCard(code))));
  return row;
};

const [TICK, CROSS] = ["M3 9l4 4 8-9", "M4 4l10 10M14 4L4 14"];

const mark = (fits) => {
  const named = { role: "img", "aria-label": fitWords(fits), viewBox: "0 0 18 18" };
  return svg("svg", { class: fits ? "rh-tick" : "rh-cross", ...named }, svg("path", { d: fits ? TICK : CROSS }));
};

const facts = (claim) => {
  const list = html("dl", "rh-facts");
  factsOf(claim).forEach(([heading, words, fits]) => {
    list.append(html("dt", "", {}, heading), html("dd", "", {}, mark(fits), html("span", "", {}, words)));
  });
  return list;
};

/** Draws the verdict of a frame: its event (hit or missed), the claim { codes, dark, right, wrong }, the finish. */
export const drawVerdict = (frame, event, claim, finish) => {
  // The table has a direction of its own; words keep that of the page.
  const element = html("div", `rh-verdict rh-${event.type}`, { dir: document.documentElement.dir || "ltr" });
  element.append(html("h3", "rh-judged", {}, verdictWords(frame, event)));
  if (claim.codes.length) element.append(claimed(claim.codes), facts(claim));
  element.append(html("p", "rh-consequence", {}, consequenceWords(frame, event)));
  if (finish?.length > 1) element.append(html("p", "rh-finish", {}, pictureWords(frame, finish)));
  return element;
};
