// Passkeys: django-allauth's script asks the browser for one; this says in words when nothing came of it.

import { toast } from "./toast.js";

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  toast(gettext("No passkey was used. Please try again."));
});

if (!window.PublicKeyCredential) {
  for (const button of document.querySelectorAll("[data-passkey]")) {
    button.disabled = true;
    button.title = gettext("This browser knows no passkeys.");
  }
}
