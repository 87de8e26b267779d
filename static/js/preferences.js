// The page of preferences: what is chosen shows at once, and is kept by the button.

import { recall } from "./memory.js";
import { setVolume } from "./sound.js";

const form = document.getElementById("preferences");
const told = document.getElementById("notify-told");
const page = document.documentElement;

function preview(name, value) {
  if (value === "auto") delete page.dataset[name];
  else page.dataset[name] = value;
}

/** Who has nothing kept yet sees what this browser remembers. */
function fillIn() {
  for (const name of ["theme", "motion"]) {
    const wanted = form.querySelector(`[name=${name}][value="${recall(name)}"]`);
    if (wanted) wanted.checked = true;
  }
  form.elements.sound.checked = recall("sound") !== "off";
  form.elements.volume.value = recall("volume") ?? 100;
  form.elements.notify_browser.checked = recall("notify") === "on";
}

async function askLeave(box) {
  const may = "Notification" in window && isSecureContext && (await Notification.requestPermission()) === "granted";
  if (box.checked && !may) {
    box.checked = false;
    told.textContent = gettext("Your browser does not let this site notify you; its settings can change that.");
  }
}

form.addEventListener("change", ({ target }) => {
  if (target.name === "theme" || target.name === "motion") preview(target.name, target.value);
  if (target.name === "volume" && form.elements.sound.checked) setVolume(Number(target.value));
  if (target.name === "notify_browser" && target.checked) askLeave(target);
});
if (form.dataset.new) fillIn();
