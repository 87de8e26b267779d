/**
 * What the diamond says and what to do next.
 */
import { apart, fill, seatName } from "../js/board/texts.js";

const otherGrabber = ({ seat, view }) => view.grabber !== undefined && view.grabber !== seat;

const stateOf = (frame, claim) => {
  if (frame.status !== "active") return "over";
  if (claim.holds) return claim.canPoint ? "two" : "mine";
  if (otherGrabber(frame)) return "theirs";
  if (claim.sent === "grab") return "reaching";
  if (claim.canGrab) return "free";
  return "idle";
};

const WORDS = {
  over: () => "",
  mine: () => gettext("Yours!"),
  two: () => gettext("Point"),
  theirs: (frame) => fill(gettext("%(name)s has it"), { name: apart(seatName(frame, frame.view.grabber)) }),
  reaching: () => gettext("Grabbing…"),
  free: () => gettext("Grab!"),
  idle: () => "",
};

const PROMPTS = {
  over: () => "",
  mine: () => gettext("Point at the cards now: three for a theft, two for an arrest."),
  two: () => gettext("One more card, or point at these two."),
  theirs: () => gettext("Wait for the claim."),
  reaching: () => "",
  free: ({ chosen }) => chosen.length ? gettext("Now grab the diamond to claim them.")
    : gettext("Grab the diamond when you see an incident."),
  idle: ({ takesPart }) => takesPart ? gettext("The next cards are about to be turned.") : "",
};

/** Writes the words on and beside the diamond. */
export const showPrompt = ({ grab, "grab-words": words, prompt, layout }, frame, claim) => {
  const state = stateOf(frame, claim);
  layout.dataset.state = state;
  layout.toggleAttribute("data-watching", !claim.takesPart);
  grab.setAttribute("aria-disabled", !["free", "two"].includes(state));
  grab.setAttribute("aria-label", WORDS[state](frame) || gettext("The large diamond"));
  words.textContent = WORDS[state](frame);
  prompt.textContent = PROMPTS[state](claim);
};
