/**
 * Over the centre while nobody plays: the countdown to a round, and the points of one that is over.
 */
import { html } from "../js/board/drawing.js";
import { seatName } from "../js/board/texts.js";
import { drawEmblem, drawSign } from "./cards.js";
import { timeLeft } from "./model.js";
import { dealtWords, overWords } from "./words.js";

const TICK = 100;

const scoreRow = (frame, seat) => {
  const { seats, points, totals } = frame.view;
  const { played, blitz } = seats[seat];
  const numbers = [`${played} − 2 × ${blitz.size}`, points.at(-1)[seat], totals[seat]];
  const row = html("tr", seat === frame.seat ? "bz-mine" : "");
  const name = html("th", "", { scope: "row" }, drawEmblem(seat), html("bdi", "", {}, seatName(frame, seat)));
  row.append(name, ...numbers.map((number) => html("td", "", { dir: "ltr" }, String(number).replace("-", "−"))));
  return row;
};

const scoreTable = (frame) => {
  const heads = ["", gettext("Centre − 2 × Blitz pile"), gettext("Round"), gettext("Total")];
  const order = [...frame.view.totals.keys()].sort((a, b) => frame.view.totals[b] - frame.view.totals[a]);
  const table = html("table", "bz-scores");
  const head = html("tr", "", {}, ...heads.map((words) => html("th", "", { scope: "col" }, words)));
  table.append(html("thead", "", {}, head));
  table.append(html("tbody", "", {}, ...order.map((seat) => scoreRow(frame, seat))));
  return table;
};

export class Notice {
  constructor(root) {
    this.root = root;
  }

  /** Shows what a frame asks for, or nothing during play; `caller` said "Blitz!" (null: nobody did). */
  draw(frame, caller) {
    const { phase, round } = frame.view;
    this.caller = caller;
    clearInterval(this.ticking);
    this.root.hidden = phase === "play";
    const left = phase === "ready" || phase === "pause" ? timeLeft(frame) : undefined;
    const sign = `${phase} ${round} ${this.caller} ${left === undefined}`;
    if (sign !== this.sign) this.root.replaceChildren(...this.contents(frame, left !== undefined));
    this.sign = sign;
    this.count(left);
  }

  /** What is shown; only `timed` is something about to begin, which in a replay nothing is. */
  contents(frame, timed) {
    const { phase } = frame.view;
    this.clock = html("span", "bz-clock number", { role: "timer", "aria-live": "off" });
    if (phase === "play") return [];
    if (phase === "ready") return [drawSign("bolt"), this.beginning(frame, timed)];
    const title = this.caller === undefined ? gettext("The round is over") : overWords(frame, this.caller ?? undefined);
    const next = timed ? [this.sentence(gettext("The next round is dealt in"))] : [];
    return [html("h3", "", {}, title), scoreTable(frame), ...next];
  }

  beginning({ view }, timed) {
    if (!timed) return html("p", "", {}, dealtWords(view));
    return this.sentence(gettext("Look at your cards: the round begins in"));
  }

  sentence(words) {
    return html("p", "bz-next", {}, words, " ", this.clock);
  }

  count(left) {
    if (left === undefined) return;
    const due = performance.now() + left;
    const tick = () => { this.clock.textContent = String(Math.ceil(Math.max(0, due - performance.now()) / 1000)); };
    this.ticking = setInterval(tick, TICK);
    tick();
  }

  /** Stops counting. */
  destroy() {
    clearInterval(this.ticking);
  }
}
