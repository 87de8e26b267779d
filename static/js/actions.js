// What a player may do besides moving: give up, offer, accept or decline a draw, go on by mail.

import { chip, make } from "./dom.js";
import { askToSlow, slowOffer } from "./slowing.js";

/** Draw into `root` the buttons that the frame allows; `ask` sends a request. */
export function showActions(root, frame, ask) {
  const may = new Set(frame.may);
  const held = root.contains(document.activeElement);
  const key = document.activeElement?.dataset.key;
  const asked = [...drawOffer(frame, may, ask), ...slowOffer(frame, may, ask, button)];
  root.replaceChildren(...standIn(frame), ...asked, ...own(may, ask), ...calls(frame, ask));
  if (held) (root.querySelector(`[data-key="${key}"]`) ?? root.querySelector("button"))?.focus();
}

/** What somebody hears who has given up while the others play on. */
function standIn({ status, seat, seats }) {
  if (status !== "active" || !seats[seat]?.gave_up || seats[seat].stand_in) return [];
  return [make("p", { class: "soft", text: gettext("A bot plays on for you; you can go on watching or leave.") })];
}

function drawOffer(frame, may, ask) {
  const offered = frame.draw?.offered_by ?? [];
  if (!offered.length) return [];
  if (offered.includes(frame.seat)) return [make("p", { class: "soft", text: gettext("You offered a draw.") })];
  const names = offered.map((seat) => frame.seats[seat].name).join(", ");
  const shown = [make("p", { text: interpolate(gettext("%s: a draw?"), [names]) })];
  if (may.has("accept_draw")) {
    const question = gettext("Accept the draw? When everybody has, the match is over and nobody has won.");
    const accept = async () => (await confirmed(question, gettext("Accept the draw"))) && ask({ type: "accept_draw" });
    shown.push(button("accept", gettext("Accept the draw"), "small", accept));
  }
  if (may.has("decline_draw")) {
    shown.push(button("decline", gettext("No, play on"), "plain small", () => ask({ type: "decline_draw" })));
  }
  return shown;
}

function own(may, ask) {
  const shown = [];
  if (may.has("offer_draw")) {
    shown.push(button("draw", gettext("Offer a draw"), "plain small", () => ask({ type: "offer_draw" })));
  }
  if (may.has("slow")) {
    shown.push(button("slow", gettext("Go on by mail…"), "plain small", () => askToSlow(ask)));
  }
  if (may.has("resign")) {
    const question = gettext("Give up this match? It counts as lost.");
    const resign = async () => (await confirmed(question, gettext("Resign"))) && ask({ type: "resign" });
    shown.push(button("resign", gettext("Resign"), "plain small", resign));
  }
  return shown;
}

/** The referee's calls, for the host of a table whose game knows some. */
function calls(frame, ask) {
  return (frame.calls ?? []).map((move, index) => {
    const team = frame.seats.filter((seat) => seat.team === move.team).map((seat) => seat.name);
    const question = interpolate(gettext("Fine %s for table talk?"), [team.join(", ")]);
    const call = async () => (await confirmed(question, gettext("Fine the team"))) && ask({ type: "referee", move });
    const shown = button(`call-${index}`, gettext("Table talk: a fine for"), "plain small", call);
    shown.append(chip(move.team));
    return shown;
  });
}

/** Ask the person, with a select to choose by if there is one; resolves with true only for the button named by `word`. */
export function confirmed(question, word, choice) {
  const dialog = document.getElementById("confirm");
  dialog.querySelector("p").textContent = question;
  dialog.querySelector("[value=yes]").textContent = word;
  dialog.querySelector("select")?.remove();
  if (choice) dialog.querySelector("p").after(choice);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Return a button that is known by its key when the page is drawn anew. */
export function button(key, text, kind, act) {
  return make("button", { class: `button ${kind}`.trim(), type: "button", "data-key": key, text, onclick: act });
}
