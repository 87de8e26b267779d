// Whom to ask to a table: the panel of templates/games/invite_panel.html, on its own page and on the table's.

import { copyText } from "./copy.js";

const panel = document.getElementById("invite");
const own = location.pathname.endsWith("/invite/");
const address = `${location.pathname}invite/`;

function draw(text) {
  const typing = panel.contains(document.activeElement) && document.activeElement.id;
  panel.innerHTML = text; // our own page's part, escaped by the template
  start();
  if (typing) document.getElementById(typing)?.focus();
}

function start() {
  for (const form of panel.querySelectorAll("form")) form.addEventListener("submit", send);
}

function startLink(link) {
  if (!link) return; // the table is no longer open
  const [copy, share] = ["copy", "share"].map((name) => document.getElementById(`invite-${name}`));
  link.addEventListener("focus", () => link.select());
  copy.hidden = false;
  copy.addEventListener("click", () => copyText(link, gettext("The link is copied.")));
  share.hidden = !navigator.share;
  share.addEventListener("click", () => navigator.share({ url: link.value, title: document.title }).catch(() => {}));
}

async function send(event) {
  event.preventDefault();
  const form = event.target;
  const buttons = form.querySelectorAll("button");
  buttons.forEach((button) => (button.disabled = true));
  try {
    const answer = await fetch(`${address}?part`, { method: "POST", body: new FormData(form) });
    if (!answer.ok && answer.status !== 422) throw new Error(String(answer.status));
    draw(await answer.text());
    (panel.querySelector("[aria-invalid]") ?? document.getElementById("invite-who"))?.focus();
  } catch {
    form.submit(); // the long way says what is wrong
  }
}

/** Fetch the panel for a table's page, also when others have come or gone; not while somebody is being named. */
export async function openPanel() {
  if (document.getElementById("invite-who")?.value) return;
  const answer = await fetch(`${address}?part`).catch(() => null);
  if (answer?.ok && !answer.redirected) draw(await answer.text());
}

if (own) startLink(document.getElementById("invite-link"));
