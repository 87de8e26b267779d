/**
 * The sentence above the hand: what the player can do next.
 */
import { fill } from "../js/board/texts.js";
import { jackKind } from "./model.js";
import { cardSign } from "./words.js";

/** What to do while no card is chosen. */
export const openPrompt = (choices) => {
  if (choices.forfeits.size) return gettext("Choose a card to give up.");
  if (choices.plays.size) return gettext("Choose a card.");
  if (choices.exchanges.size) return gettext("Choose a dead card to exchange.");
  if (choices.pass) return gettext("None of your cards can be played.");
  return choices.draw ? gettext("Do not forget to draw.") : "";
};

const playPrompt = (card) => {
  const kind = jackKind(card);
  if (kind === "one") return gettext("%(card)s takes the chip on");
  return kind === "two" ? gettext("%(card)s on any free cell") : gettext("Play %(card)s on");
};

const idlePrompt = (dead) =>
  dead ? gettext("%(card)s is dead: both its cells are covered.") : gettext("%(card)s cannot be played now.");

/** What the chosen card can do; the buttons beside it say the rest. */
export const cardPrompt = (card, choices, dead) => {
  const sign = { card: cardSign(card) };
  if (choices.plays.has(card)) return fill(playPrompt(card), sign);
  if (choices.exchanges.has(card) || choices.forfeits.has(card)) return "";
  return fill(idlePrompt(dead), sign);
};

/** Why nothing happens at a cell: where the chosen card, if any, does not go, and whether a jack would. */
export const elsewhereWords = (card, byJack) => {
  if (card) return fill(gettext("%(card)s does not go there. Where it does is lit."), { card: cardSign(card) });
  if (byJack) return gettext("Of your cards only a jack goes there.");
  return gettext("None of your cards goes there.");
};
