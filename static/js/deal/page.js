// The deal of a finished match, recomputed in the visitor's own browser and compared step by step.

import { copyText } from "../copy.js";
import { icon, make } from "../dom.js";
import { exactTime } from "../times.js";
import { canCompute } from "./chance.js";
import { checkSecret, checkSeed, checkStep } from "./check.js";
import { rememberedFingerprint } from "./fingerprints.js";
import { recipe } from "./recipe.js";
import { facts, folded, mark, shares, stepItem } from "./view.js";

const config = JSON.parse(document.getElementById("deal-config").textContent);
const at = (id) => document.getElementById(id);

/** Fetch the deal; throws an Error with a sentence for people. */
async function fetchDeal() {
  const failed = gettext("The deal could not be loaded. Please reload the page.");
  const response = await fetch(config.deal).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  if (!response?.ok || !answer) throw new Error(answer?.error?.message ?? failed);
  return answer;
}

async function showSecret(deal) {
  const seen = rememberedFingerprint(config.match);
  const shown = [config.commitment, ...(seen ? [seen.commitment] : [])];
  const { computed, fits } = await checkSecret(deal, shown);
  at("secret-mark").replaceChildren(mark(fits));
  const details = [
    [gettext("The secret"), deal.server_seed],
    [gettext("Its SHA-256, computed by your browser"), computed],
  ];
  if (seen) details.push([gettext("What this browser was shown before the end"), seen.commitment]);
  at("secret").replaceChildren(seenBefore(seen), folded(gettext("Show the numbers"), facts(...details)));
  return fits;
}

function seenBefore(seen) {
  if (!seen) return "";
  const when = exactTime(seen.at);
  return make("p", { class: "soft", text: interpolate(gettext("This browser was shown a fingerprint on %s and has kept it."), [when]) });
}

async function showSeed(deal) {
  const { message, computed, key, fits } = await checkSeed(deal);
  at("seed-mark").replaceChildren(mark(fits));
  const details = facts(
    [gettext("What is signed with the secret"), message],
    [gettext("The seed: its HMAC-SHA-256, computed by your browser"), computed],
  );
  at("seed").append(folded(gettext("Show the numbers"), details));
  return { key, fits };
}

async function showSteps(deal, key) {
  let wrong = 0;
  for (const step of deal.steps) {
    const checked = await checkStep(key, step);
    at("steps").append(stepItem(step, checked));
    wrong += !checked.fits;
  }
  at("steps-mark").replaceChildren(mark(!wrong));
  return !wrong;
}

/** Say in one panel what came of it; `kind` is good, bad or unknown. */
function tell(kind, title, sentence) {
  const words = make("div", {}, make("h2", { text: title }), make("p", { text: sentence }));
  const sign = { good: "check", bad: "close", unknown: "eye" }[kind];
  at("verdict").replaceChildren(icon(sign), words);
  at("verdict").classList.add(kind);
  at("verdict").dataset.verdict = kind;
}

function tellVerdict(fits, count) {
  if (!fits) {
    const more = gettext("What differs is marked below. Keep the record: it is the proof.");
    return tell("bad", gettext("This deal is not the one that was fixed."), more);
  }
  const steps = ngettext("%s random step, exactly as it was dealt.", "%s random steps, all exactly as they were dealt.", count);
  const title = gettext("The shuffle was fixed before anyone sat down. Your browser has just recomputed it.");
  tell("good", title, interpolate(steps, [count]));
}

function offerRecipe(deal) {
  at("recipe").value = recipe(config.match, deal);
  at("copy").disabled = false;
  at("copy").addEventListener("click", () => copyText(at("recipe"), gettext("The program is copied.")));
}

function showUncomputed(deal) {
  for (const step of deal.steps) at("steps").append(stepItem(step));
  const why = gettext("Browsers compute fingerprints only on pages with HTTPS. Below is what the match says; the program checks it.");
  tell("unknown", gettext("Your browser may not compute on this page."), why);
}

async function start() {
  const deal = await fetchDeal();
  at("seed").append(shares(deal.seats));
  offerRecipe(deal);
  if (!canCompute()) return showUncomputed(deal);
  const secretFits = await showSecret(deal);
  const { key, fits: seedFits } = await showSeed(deal);
  const stepsFit = await showSteps(deal, key);
  tellVerdict(secretFits && seedFits && stepsFit, deal.steps.length);
}

start().catch((error) => {
  console.error(error);
  tell("unknown", gettext("The deal could not be checked."), error.message);
});
