/**
 * The players' areas: the palace that grows from six parts, and beside it what else a player has.
 */
import { html } from "../js/board/drawing.js";
import { fill, seatName } from "../js/board/texts.js";
import { drawCard } from "./cards.js";
import { palaceCard, seating } from "./model.js";
import { drawPalace } from "./palaces.js";
import { cardWord, palaceWords } from "./words.js";

const KINDS = ["palace:pink", "palace:blue", "palace:green", "palace:yellow", "diamond", "fairy"];

const itemWords = (card, count) =>
  fill(gettext("%(card)s, %(count)s in the side area"), { card: cardWord(card), count });

export class Areas {
  /** Fills the parts "others" and "own"; on.buy(seat) and on.lay(card) are told of a tap. */
  constructor(parts, on) {
    this.parts = parts;
    this.on = on;
  }

  /** Draws all areas; `offers` has what can be bought (`buys`) and laid down (`next`, with `laid` already down). */
  draw(frame, offers) {
    this.frame = frame;
    this.offers = offers;
    const { others, own } = seating(frame);
    const focused = document.activeElement?.dataset?.item;
    this.parts.others.dataset.count = others.length;
    this.parts.others.replaceChildren(...others.map((seat) => this.area(seat)));
    this.parts.own.replaceChildren(...(own === undefined ? [] : [this.area(own)]));
    if (focused) this.itemAt(focused)?.focus({ preventScroll: true });
  }

  itemAt(key) {
    return [this.parts.others, this.parts.own].map((part) => part.querySelector(`[data-item="${key}"]`)).find(Boolean);
  }

  area(seat) {
    const { view, status } = this.frame;
    const element = html("section", "dk-area", { "data-seat": seat, "aria-label": seatName(this.frame, seat) });
    element.classList.toggle("dk-turn", status === "active" && view.turn === seat);
    element.classList.toggle("dk-winner", view.winner === seat);
    const name = html("span", "dk-name", {}, html("bdi", "", {}, seatName(this.frame, seat)));
    element.append(name, this.palace(seat), this.side(seat));
    return element;
  }

  palace(seat) {
    const player = this.frame.view.players[seat];
    const card = palaceCard(player);
    const words = palaceWords(player, this.frame.view.needed);
    const laid = this.laidOf(seat, card);
    const drawing = drawPalace(player.colour, player.palace - laid);
    const element = this.item(seat, card, "dk-palace", words, drawing);
    element.dataset.item = `${seat}:home`;
    const built = `${player.palace - laid}/${this.frame.view.needed}`;
    if (player.colour) element.append(html("span", "dk-count", {}, built));
    return element;
  }

  laidOf(seat, card) {
    return seat === this.frame.seat ? this.offers.laid.filter((one) => one === card).length : 0;
  }

  side(seat) {
    const { side } = this.frame.view.players[seat];
    const element = html("div", "dk-side");
    const left = KINDS.map((card) => [card, (side[card] ?? 0) - this.laidOf(seat, card)]);
    const items = left.filter(([, number]) => number > 0).map(([card, number]) => this.sideItem(seat, card, number));
    element.append(...items);
    return element;
  }

  sideItem(seat, card, number) {
    const element = this.item(seat, card, "dk-item", itemWords(card, number), drawCard(card));
    element.dataset.item = `${seat}:${card}`;
    if (number > 1) element.append(html("span", "dk-count", {}, `×${number}`));
    if (element.classList.contains("dk-buyable")) element.append(this.price());
    return element;
  }

  price() {
    return html("span", "dk-price", { "aria-hidden": "true" }, `${this.frame.view.price}\u00a0◆`);
  }

  /** A thing in an area: a button while it can be bought or laid down, else a picture. */
  item(seat, card, className, words, drawing) {
    const act = this.actionOf(seat, card);
    if (!act) return html("span", className, { role: "img", "aria-label": words, title: words }, drawing);
    const named = { type: "button", "aria-label": act.words };
    const element = html("button", `${className} ${act.className}`, named, drawing);
    element.addEventListener("click", act.run);
    return element;
  }

  actionOf(seat, card) {
    if (seat === this.frame.seat && this.offers.next.has(card)) {
      const words = fill(gettext("Lay down for the witch: %(card)s"), { card: cardWord(card) });
      return { className: "dk-payable", words, run: () => this.on.lay(card) };
    }
    const own = this.frame.view.players[this.frame.seat];
    if (!this.offers.buys.has(seat) || card !== palaceCard(own)) return undefined;
    const values = { name: seatName(this.frame, seat), card: cardWord(card) };
    const words = fill(gettext("Buy from %(name)s: %(card)s"), values);
    return { className: "dk-buyable", words, run: () => this.on.buy(seat) };
  }

  /** Where a player's cards of a kind lie on the screen: in the palace or beside it. */
  rectOf(seat, card) {
    const inPalace = palaceCard(this.frame.view.players[seat]) === card;
    const found = this.itemAt(inPalace ? `${seat}:home` : `${seat}:${card}`) ?? this.itemAt(`${seat}:home`);
    return found?.getBoundingClientRect();
  }

  /** The drawn thing in which a player's cards of a kind are; without a kind, the palace. */
  elementOf(seat, card) {
    const inPalace = !card || palaceCard(this.frame.view.players[seat]) === card;
    return this.itemAt(inPalace ? `${seat}:home` : `${seat}:${card}`);
  }

  /** Where a player's area is on the screen. */
  areaRect(seat) {
    return this.itemAt(`${seat}:home`).closest(".dk-area").getBoundingClientRect();
  }

  /** The newest built part of a player's palace. */
  newestPart(seat) {
    return [...(this.itemAt(`${seat}:home`)?.querySelectorAll(".dk-part:not(.dk-unbuilt)") ?? [])].at(-1);
  }

  /** All rectangles as they are now: "seat:kind" → rectangle. */
  rects() {
    const items = [this.parts.others, this.parts.own].flatMap((part) => [...part.querySelectorAll("[data-item]")]);
    return new Map(items.map((element) => [element.dataset.item, element.getBoundingClientRect()]));
  }
}
