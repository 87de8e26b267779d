// The pieces of the page: marks, lists of cards, the numbers drawn, a step that unfolds.

import { icon, make } from "../dom.js";

const BLOCK = 8; // numbers
const FIRST_BLOCKS = 2;

/** Return the green check or the red cross, with words for those who see neither. */
export function mark(fits) {
  const words = fits ? gettext("fits") : gettext("does not fit");
  const sign = make("span", { class: `mark ${fits ? "good" : "bad"}`, "data-fits": String(fits) });
  sign.append(icon(fits ? "check" : "close"), make("span", { class: "unseen", text: words }));
  return sign;
}

/** Return folded details. */
export function folded(title, ...children) {
  return make("details", {}, make("summary", { text: title }), ...children);
}

/** Return a list of names and the long texts that belong to them. */
export function facts(...pairs) {
  const list = make("dl", { class: "facts" });
  for (const [name, value] of pairs) {
    list.append(make("dt", { text: name }), make("dd", {}, make("code", { class: "hex", text: value })));
  }
  return list;
}

/** Return the players with what each one's browser added. */
export function shares(seats) {
  const list = make("ul", { class: "shares" });
  for (const { name, salt } of seats) {
    const text = salt ? make("code", { class: "hex", text: salt }) : make("span", { class: "soft", text: gettext("nothing") });
    list.append(make("li", {}, make("bdi", { text: name }), text));
  }
  return list;
}

/**
 * Return one random step, folded; what it holds is drawn when it is opened first.
 * @param {import("./check.js").Step} step
 * @param {{ after: Array | number, drawn: import("./chance.js").Drawn[], fits: boolean }} [checked] nothing where this
 *   browser could not compute
 */
export function stepItem(step, checked) {
  const when = step.ply ? interpolate(gettext("move %s"), [step.ply + 1]) : gettext("at the start");
  const summary = make(
    "summary",
    {},
    checked ? mark(checked.fits) : false,
    make("span", { class: "words", text: step.words }),
    make("span", { class: "soft small-text when", text: when }),
  );
  const details = make("details", {}, summary);
  details.addEventListener("toggle", () => details.append(...body(step, checked)), { once: true });
  return make("li", { "data-label": step.label }, details);
}

function body(step, checked) {
  const label = make("p", { class: "soft small-text" }, gettext("Label:"), " ", make("code", { text: step.label }));
  const parts = [label, ...part(beforeTitle(step.before), step.before)];
  if (checked) {
    parts.push(make("h3", { text: gettext("The numbers drawn") }), numbers(step.label, checked.drawn));
    parts.push(...part(gettext("Computed by your browser"), checked.after, step.after));
  }
  if (!checked?.fits) parts.push(...part(gettext("Dealt in the match"), step.after, checked?.after));
  return parts;
}

function beforeTitle(before) {
  return typeof before === "number" ? gettext("A number is drawn below") : gettext("The list before");
}

/** Return a heading and the items below it; those that differ from `other` stand out. */
function part(title, items, other = items) {
  const list = [items].flat();
  const others = [other].flat();
  const cards = list.map((item, place) =>
    make("li", { class: String(item) !== String(others[place]) && "differs", text: String(item) }),
  );
  return [make("h3", { text: title }), make("ol", { class: "items", tabindex: "0", "aria-label": title }, ...cards)];
}

/** Return the drawn numbers, block by block; the first two, and the others at a click. */
function numbers(label, drawn) {
  const blocks = [];
  for (let at = 0; at < drawn.length; at += BLOCK) blocks.push(block(label, at / BLOCK, drawn.slice(at, at + BLOCK)));
  const root = make("div", { class: "blocks" }, ...blocks.slice(0, FIRST_BLOCKS));
  const hidden = blocks.slice(FIRST_BLOCKS);
  if (hidden.length) {
    const words = interpolate(ngettext("Show %s more block", "Show %s more blocks", hidden.length), [hidden.length]);
    const more = make("button", { class: "button plain small", type: "button", text: words });
    more.addEventListener("click", () => {
      hidden[0].tabIndex = -1;
      more.replaceWith(...hidden);
      hidden[0].focus({ preventScroll: true });
    });
    root.append(more);
  }
  return root;
}

function block(label, index, drawn) {
  const name = make("code", { class: "soft", text: `HMAC-SHA-256(seed, "${label}:${index}")` });
  return make("div", {}, name, make("ol", { class: "numbers" }, ...drawn.map(number)));
}

function number({ u, below, result }) {
  const dropped = result === undefined;
  const became = dropped ? gettext("dropped") : `mod ${below} = ${result}`;
  return make("li", { class: dropped && "dropped" }, `${u} `, make("span", { class: "soft", text: became }));
}
