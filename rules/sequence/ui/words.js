/**
 * All that the board says.
 */
import { apart, fill, isOwn, seatName } from "../js/board/texts.js";
import { jackKind, placeOf } from "./model.js";

const SUIT_SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** The letters of a rank as printed: T is 10. */
export const rankSign = (card) => (card[0] === "T" ? "10" : card[0]);

/** A card in signs, as "10♠"; kept in this order where people write from right to left. */
export const cardSign = (card) => `\u2066${rankSign(card)}${SUIT_SIGNS[card[1]]}\u2069`;

const rankWord = (rank) =>
  ({ T: "10", J: gettext("jack"), Q: gettext("queen"), K: gettext("king"), A: gettext("ace") })[rank] ?? rank;

const suitWord = (suit) =>
  ({ C: gettext("clubs"), D: gettext("diamonds"), H: gettext("hearts"), S: gettext("spades") })[suit];

/** A card in words, as "10 of spades". */
export const cardWords = (card) =>
  fill(gettext("%(rank)s of %(suit)s"), { rank: rankWord(card[0]), suit: suitWord(card[1]) });

/** The colour of a team in words. */
export const teamWord = (team) => [gettext("Blue"), gettext("Green"), gettext("Red")][team];

const ownTeam = (frame) => (frame.seat === undefined ? undefined : frame.view.teams[frame.seat]);

const chipWords = (frame, team) => {
  if (team !== ownTeam(frame)) return fill(gettext("%(team)s chip"), { team: teamWord(team) });
  const alone = frame.view.teams.filter((other) => other === team).length === 1;
  return alone ? gettext("your chip") : gettext("your team's chip");
};

/** What a cell of the board holds, in words. */
export const cellWords = (frame, cell, card) => {
  const { chips, sequences } = frame.view;
  if (card === "**") return fill(gettext("%(cell)s: corner, counts for everyone"), { cell });
  const words = [cardWords(card), cell in chips ? chipWords(frame, chips[cell]) : gettext("free")];
  if (sequences.some(({ cells }) => cells.includes(cell))) words.push(gettext("in a sequence"));
  return `${cell}: ${words.join(", ")}`;
};

/** A five by its two ends and its direction, as "a1–e1, across". */
export const lineWords = (cells) => {
  const [first, last] = [cells[0], cells.at(-1)];
  const [from, to] = [placeOf(first), placeOf(last)];
  const way = from.row === to.row ? gettext("across")
    : from.column === to.column ? gettext("down") : gettext("diagonal");
  return `${first}–${last}, ${way}`;
};

const sentences = {
  placed: (mine) => mine ? gettext("You play the %(card)s on %(cell)s.")
    : gettext("%(name)s plays the %(card)s on %(cell)s."),
  removed: (mine) => mine ? gettext("You take the %(team)s chip off %(cell)s with the %(card)s.")
    : gettext("%(name)s takes the %(team)s chip off %(cell)s with the %(card)s."),
  exchanged: (mine) => mine ? gettext("You exchange the dead %(card)s.")
    : gettext("%(name)s exchanges the dead %(card)s."),
  drew: (mine, event, frame) => {
    if (mine && event.card) return gettext("You draw the %(card)s.");
    return frame.options?.draw === "manual" ? gettext("%(name)s draws a card.") : "";
  },
  draw_lost: (mine) => mine ? gettext("You draw no card and stay one short.")
    : gettext("%(name)s draws no card and stays one short."),
  reshuffled: () => gettext("The discards are shuffled into a new deck."),
  sequence_made: () => gettext("%(team)s makes a sequence, %(from)s to %(to)s!"),
  sequence_broken: () => gettext("A sequence of %(team)s is broken."),
  passed: (mine) => mine ? gettext("You pass.") : gettext("%(name)s passes."),
  penalised: () => gettext("Table talk: everyone in team %(team)s gives up a card."),
  forfeited: (mine) => mine ? gettext("You give up the %(card)s.") : gettext("%(name)s gives up the %(card)s."),
  ended: () => gettext("The game is over."),
};

const sentence = (event, frame) => {
  const say = sentences[event.type];
  if (!say) return "";
  return fill(say(isOwn(frame, event.seat), event, frame), {
    name: event.seat === undefined ? "" : apart(seatName(frame, event.seat)),
    card: event.card ? cardWords(event.card) : "",
    cell: event.cell,
    team: event.team === undefined ? "" : teamWord(event.team),
    from: event.cells?.[0],
    to: event.cells?.at(-1),
  });
};

/** What happened, in words; empty when nothing did. */
export const eventWords = (events, frame) =>
  events.map((event) => sentence(event, frame)).filter(Boolean).join(" ");

/** Whether the seat's uppermost discard can have been what changed the last cell, where `printed` is printed. */
const explains = ({ chips, discards, last, teams }, seat, printed) => {
  const card = discards[seat].at(-1);
  if (!card) return false;
  if (!(last in chips)) return jackKind(card) === "one";
  return chips[last] === teams[seat] && (card === printed || jackKind(card) === "two");
};

const lastMover = ({ status, view }, printed) => {
  const seats = view.discards.map((_, seat) => seat).filter((seat) => explains(view, seat, printed));
  const before = (view.turn + view.discards.length - 1) % view.discards.length;
  return seats.length === 1 ? seats[0] : seats.find((seat) => status === "active" && seat === before);
};

/** The last move, as far as the cards and chips tell it: a page loaded anew was not there when it was made. */
export const lastWords = (frame, printed) => {
  const { chips, discards, last: cell, teams } = frame.view;
  const seat = cell ? lastMover(frame, printed.get(cell)) : undefined;
  if (seat === undefined) return "";
  const others = [...new Set(teams)].filter((team) => team !== teams[seat]);
  const told = { seat, cell, card: discards[seat].at(-1) };
  if (cell in chips) return eventWords([{ ...told, type: "placed" }], frame);
  return others.length === 1 ? eventWords([{ ...told, type: "removed", team: others[0] }], frame) : "";
};

/** Who drew which card for the deal, and who deals. */
export const cutWords = (frame) => {
  const { cut = [], dealer } = frame.view;
  if (!cut.length) return "";
  const shown = cut.flat().map(([seat, card]) => `${apart(seatName(frame, seat))}: ${cardWords(card)}`);
  const list = shown.join(", ");
  const name = apart(seatName(frame, dealer));
  return fill(gettext("Cut for the deal: %(list)s. %(name)s deals."), { list, name });
};
