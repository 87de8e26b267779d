/**
 * What lies beside the board: the teams' sequences, the deck, and each seat's discards.
 */
import { html, svg } from "../js/board/drawing.js";
import { fill, seatName } from "../js/board/texts.js";
import { drawBack, drawCard, drawChip, drawEmpty } from "./cards.js";
import { cardWords, teamWord } from "./words.js";

const handWords = (count) => fill(ngettext("%(count)s card", "%(count)s cards", count), { count });

const scoreSlot = (full) =>
  svg("svg", { class: full ? "seq-slot seq-slot-full" : "seq-slot", viewBox: "0 0 60 14", "aria-hidden": "true" },
    ...[6, 18, 30, 42, 54].map((cx) => svg("circle", { cx, cy: 7, r: 4.6 })));

const scoreWords = (team, made, needed) => {
  const text = ngettext(
    "%(team)s: %(made)s of %(needed)s sequence",
    "%(team)s: %(made)s of %(needed)s sequences",
    needed,
  );
  return fill(text, { team: teamWord(team), made, needed });
};

const scoreOf = (view, team) => {
  const made = view.sequences.filter((five) => five.team === team).length;
  const label = scoreWords(team, made, view.needed);
  const named = { role: "img", "aria-label": label, title: label };
  const element = html("span", `seq-team-score seq-team-${team}`, named);
  const slots = [...Array(Math.max(view.needed, made)).keys()];
  element.append(drawChip(team), ...slots.map((slot) => scoreSlot(slot < made)));
  return element;
};

const pileNotes = (view, seat) => [
  handWords(view.hand_sizes[seat]),
  ...(view.forfeits?.[seat] ? [fill(gettext("owes %(count)s"), { count: view.forfeits[seat] })] : []),
  ...(view.rights?.includes(seat) ? [gettext("may draw")] : []),
];

export class Table {
  /** Fills the parts "score", "piles" and the dialog "fan". */
  constructor(parts) {
    this.parts = parts;
    parts.piles.addEventListener("click", (event) => this.open(event.target.closest("[data-seat]")));
    parts["fan-close"].addEventListener("click", () => parts.fan.close());
    parts.fan.addEventListener("click", (event) => event.target === parts.fan && parts.fan.close());
    parts.fan.addEventListener("close", () => this.pileOf(this.opened)?.focus()); // it may have been drawn anew
  }

  /** Draws the table of a frame. */
  draw(frame) {
    this.frame = frame;
    const { view } = frame;
    const teams = [...new Set(view.teams)].sort();
    this.parts.score.replaceChildren(...teams.map((team) => scoreOf(view, team)));
    this.parts.piles.classList.toggle("seq-many", view.discards.length > 6);
    const focused = document.activeElement?.dataset?.seat;
    this.parts.piles.replaceChildren(this.deck(view), ...view.discards.map((_, seat) => this.pile(frame, seat)));
    if (focused !== undefined && this.parts.piles.isConnected) this.pileOf(focused)?.focus();
  }

  deck(view) {
    const text = ngettext("Deck: %(count)s card", "Deck: %(count)s cards", view.deck);
    const label = fill(text, { count: view.deck });
    const element = html("div", "seq-pile seq-deck", { role: "img", "aria-label": label });
    element.append(view.deck ? drawBack() : drawEmpty(), this.caption(gettext("Deck"), [String(view.deck)]));
    return element;
  }

  pile(frame, seat) {
    const { discards, teams } = frame.view;
    const top = discards[seat].at(-1);
    const notes = pileNotes(frame.view, seat);
    const element = html("button", "seq-pile", { type: "button", "data-seat": seat });
    element.classList.toggle("seq-turn", frame.status === "active" && seat === frame.view.turn);
    element.setAttribute("aria-label", this.pileLabel(frame, seat, notes));
    const caption = this.caption(seatName(frame, seat), notes, drawChip(teams[seat]));
    element.append(top ? drawCard(top) : drawEmpty(), caption);
    return element;
  }

  pileLabel(frame, seat, notes) {
    const cards = frame.view.discards[seat];
    const top = cards.length ? fill(gettext("discards, %(card)s on top"), { card: cardWords(cards.at(-1)) })
      : gettext("no discards");
    return [seatName(frame, seat), teamWord(frame.view.teams[seat]), ...notes, top].join(", ");
  }

  caption(name, notes, chip) {
    const element = html("span", "seq-caption");
    const title = html("span", "seq-name");
    title.append(...(chip ? [chip] : []), html("bdi", "", {}, name));
    element.append(title, html("span", "seq-notes", {}, notes.join(" · ")));
    return element;
  }

  open(pile) {
    if (!pile) return;
    const seat = Number(pile.dataset.seat);
    this.opened = seat;
    const cards = this.frame.view.discards[seat];
    const title = fill(gettext("Discards of %(name)s"), { name: seatName(this.frame, seat) });
    this.parts["fan-title"].textContent = cards.length ? title : `${title}: ${gettext("none yet")}`;
    this.parts["fan-cards"].replaceChildren(...cards.toReversed().map((card) => this.fanned(card)));
    this.parts.fan.showModal();
  }

  fanned(card) {
    const element = html("span", "seq-fanned", { role: "listitem", "aria-label": cardWords(card) });
    element.append(drawCard(card));
    return element;
  }

  pileOf(seat) {
    return this.parts.piles.querySelector(`[data-seat="${seat}"]`);
  }

  /** Where the top of a seat's discards is on the screen. */
  pileRect(seat) {
    return this.pileOf(seat)?.querySelector(".seq-card").getBoundingClientRect();
  }

  /** Where the deck is on the screen. */
  deckRect() {
    return this.parts.piles.querySelector(".seq-deck .seq-card")?.getBoundingClientRect();
  }
}
