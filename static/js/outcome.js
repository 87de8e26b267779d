// The end of a match in words: who won, how, and where to go from here.

import { icon, make } from "./dom.js";
import { missedWords } from "./gathering.js";
import { placesOf } from "./places.js";
import { playAgain } from "./rematch.js";

/** Draw the banner of a finished or stopped match into `root`, where it has changed; `config` has the addresses. */
export function showOutcome(root, frame, config) {
  const asked = JSON.stringify(frame.rematch ?? null);
  if (root.dataset.rematch === asked) return;
  const held = root.contains(document.activeElement) && document.activeElement !== root;
  root.dataset.rematch = asked;
  drawOutcome(root, frame, config);
  if (held) (root.querySelector("[data-key=again]") ?? root).focus({ preventScroll: true });
}

function drawOutcome(root, frame, config) {
  const [asked, again, no] = playAgain(frame, config);
  const links = make("div", { class: "row" }, again, no);
  if (frame.view) {
    links.append(make("a", { class: "button plain", href: config.replay, text: gettext("Step through it") }));
    const file = { class: "button plain", href: config.record, download: true };
    links.append(make("a", file, icon("download"), gettext("Record")));
    links.append(make("a", { class: "button plain", href: config.deal, text: gettext("Check the deal") }));
  }
  const how = [manner(frame), leavers(frame)].filter(Boolean).map((text) => make("p", { class: "soft", text }));
  const words = make("div", {}, make("h2", { text: headline(frame) }), ...how, ...reasons(frame), frame.rated && config.ratings, asked);
  root.replaceChildren(words, links);
}

/** Return who won, from the viewer's side where the viewer played. */
export function headline(frame) {
  if (["unfilled", "closed", "missed"].includes(frame.ended?.reason)) return gettext("The table is closed");
  if (frame.ended?.reason === "moderator" && !frame.view) return gettext("The table is closed");
  if (frame.status === "aborted" || !frame.outcome) return gettext("The match was stopped");
  const winners = frame.seats.filter((seat) => placesOf(frame)[seat.seat] === 1);
  if (winners.length === frame.seats.length) return gettext("A draw");
  if (winners.some((seat) => seat.seat === frame.seat)) return ownWin(winners);
  const names = winners.map((seat) => seat.name).join(", ");
  return interpolate(ngettext("%s won", "%s won", winners.length), [names]);
}

function ownWin(winners) {
  if (winners.length === 1) return gettext("You won!");
  const teams = new Set(winners.map((seat) => seat.team));
  return teams.size === 1 ? gettext("Your team won!") : gettext("You share the first place");
}

/** Return how it ended. */
export function manner(frame) {
  const { by, seat, reason } = frame.ended ?? {};
  const name = frame.seats[seat]?.name ?? "";
  const sentences = {
    resign: interpolate(gettext("%s resigned."), [name]),
    time: interpolate(gettext("%s ran out of time."), [name]),
    claim: interpolate(gettext("%s did not come back."), [name]),
    agreement: gettext("Everybody agreed to a draw."),
    adjudication: gettext("A moderator has decided the match."),
    abort: reason === "missed" ? missedWords(frame) : whyClosed(reason),
  };
  return sentences[by] ?? score(frame);
}

/** Return why the places are not what the board shows; "" where they are. */
function leavers(frame) {
  const moved = placesOf(frame).some((place, seat) => place !== frame.outcome.places[seat]);
  return moved ? gettext("Who left and did not come back is placed behind all who stayed.") : "";
}

/** Return why a moderator has ended the match, for its players: nobody else is told. */
function reasons({ interventions = [] }) {
  const ends = interventions.filter(({ kind }) => kind === "abort" || kind === "adjudicate");
  return ends.map(({ why }) => reason(why));
}

/** Return a moderator's reason as a paragraph: plain text, in whatever script. */
function reason(why) {
  return make("p", { class: "small-text" }, `${gettext("The moderator’s reason:")} `, make("bdi", { text: why }));
}

function whyClosed(reason) {
  return {
    unfilled: gettext("Not enough players came. Open another one, or play a bot."),
    closed: gettext("Everybody has left it."),
    abandoned: gettext("Everybody had left. It does not count for anybody."),
    moderator: gettext("A moderator has stopped it. It does not count for anybody."),
  }[reason] ?? gettext("It does not count for anybody.");
}

/** Return the scores of the teams, the winner's first, which may be the lowest: "2 : 1". */
function score(frame) {
  const places = placesOf(frame);
  const scores = frame.outcome?.scores ?? [];
  const byTeam = new Map(frame.seats.map(({ seat, team }) => [team, { place: places[seat], score: scores[seat] }]));
  const known = [...byTeam.values()].filter((team) => team.score !== undefined).sort((a, b) => a.place - b.place);
  return known.length ? interpolate(gettext("Score: %s"), [known.map((team) => team.score).join(" : ")]) : "";
}
