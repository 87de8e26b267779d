/**
 * What lies beside the cards: each player's diamonds, and the five prize rows.
 */
import { html, picture } from "../js/board/drawing.js";
import { fill, seatName } from "../js/board/texts.js";
import { gem, tile } from "./pictures.js";
import { gemWords, prizeWords, roleWord } from "./words.js";

const plaqueWords = (frame, seat) => {
  const { diamonds, target } = frame.view;
  const values = { role: roleWord(seat), name: seatName(frame, seat), count: diamonds[seat], target };
  return fill(gettext("%(role)s, %(name)s: %(count)s of %(target)s diamonds"), values);
};

const gems = ({ diamonds, target }, seat) => {
  const element = html("span", "bd-gems");
  const places = Math.max(target, diamonds[seat]);
  element.classList.toggle("bd-many", places > 8);
  element.append(...[...Array(places).keys()].map((place) => gem(place < diamonds[seat])));
  return element;
};

const plaque = (frame, seat) => {
  const element = html("div", "bd-plaque", { role: "img", "aria-label": plaqueWords(frame, seat), "data-seat": seat });
  const { view } = frame;
  element.classList.toggle("bd-turn", frame.status === "active" && view.turn === seat);
  const name = html("span", "bd-name", {}, html("b", "", {}, roleWord(seat)), " ");
  name.append(html("bdi", "bd-player", {}, seatName(frame, seat)));
  const count = html("span", "bd-count", {}, String(view.diamonds[seat]));
  element.append(tile("AX"[seat]), name, count, gems(view, seat));
  return element;
};

const winner = ({ seat }) => (seat === undefined ? gettext("whoever makes it") : roleWord(seat));

const prizeLabel = (prize, lying) => {
  const words = `${prizeWords(prize.pattern)}: ${winner(prize)}, ${gemWords(prize.diamonds)}`;
  return lying ? `${words} (${gettext("lies in the row and scores nothing")})` : words;
};

const prizeRow = (prize, view) => {
  const lying = view.standing.some(({ pattern }) => pattern === prize.pattern);
  const label = prizeLabel(prize, lying);
  const row = html("li", "bd-prize", { "data-pattern": prize.pattern, title: label });
  row.classList.toggle("bd-lying", lying);
  const tiles = html("span", "bd-tiles", { dir: "ltr", "aria-hidden": "true" });
  tiles.append(...[...prize.pattern].map(tile));
  const gain = html("span", "bd-gain", { "aria-hidden": "true" });
  gain.append(...[...Array(prize.diamonds).keys()].map(() => gem()), html("span", "bd-winner", {}, winner(prize)));
  if (prize.seat !== undefined) gain.append(tile("AX"[prize.seat])); // instead of the words where there is no room
  row.append(tiles, gain, html("span", "unseen", {}, label));
  return row;
};

export class Score {
  /** Fills the parts "score" and "prizes". */
  constructor(parts) {
    this.parts = parts;
  }

  /** Draws players, diamonds and prize rows. */
  draw(frame) {
    this.parts.score.replaceChildren(...[0, 1].map((seat) => plaque(frame, seat)));
    this.parts.prizes.replaceChildren(...frame.view.prizes.map((prize) => prizeRow(prize, frame.view)));
  }

  /** Lets the prize rows glow that were just made. */
  glow(patterns) {
    [...this.parts.prizes.children].forEach((row) => {
      row.classList.toggle("bd-glowing", patterns.includes(row.dataset.pattern));
    });
  }

  /** Where a player's newest diamond lies on the screen. */
  gemRect(seat, diamonds) {
    const places = this.parts.score.querySelectorAll(`[data-seat="${seat}"] .bd-gems > *`);
    return places[Math.max(0, diamonds - 1)]?.getBoundingClientRect();
  }
}

/** A sign before a button's words. */
export const sign = (name) => picture(`bd-${name}`, "bd-button-sign");
