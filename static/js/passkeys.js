// Passkeys: django-allauth's script asks the browser for one; this says in words when nothing came of it.

import { toast } from "./toast.js";

const { hostname } = location;

function whyNone() {
  if (!hostname.startsWith("[") && !/^[0-9.]+$/.test(hostname)) return gettext("No passkey was used. Please try again.");
  const why = gettext("A passkey belongs to a site’s name, and this address is a number.");
  if (!hostname.startsWith("127.") && hostname !== "[::1]") return why;
  const named = new URL("/", location);
  named.hostname = "localhost";
  return `${why} ${interpolate(gettext("Open %s instead."), [named.href])}`;
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  toast(whyNone());
});

if (!window.PublicKeyCredential) {
  for (const button of document.querySelectorAll("[data-passkey]")) {
    button.disabled = true;
    button.title = gettext("This browser knows no passkeys.");
  }
}
