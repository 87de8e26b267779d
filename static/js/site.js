// What every page has: the menu on phones, the theme button, panels that close, relative times.

import { swapIcon } from "./dom.js";
import { bringAlong, prefer, recall } from "./memory.js";
import { listen } from "./notices.js";
import { tellTimes } from "./times.js";

const NEXT_THEME = { auto: "light", light: "dark", dark: "auto" };

function showTheme(button, theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  swapIcon(button.querySelector("svg"), `theme-${theme}`);
  button.setAttribute("aria-label", button.dataset[theme]);
  button.title = button.dataset[theme];
}

function startTheme(button) {
  let theme = recall("theme") in NEXT_THEME ? recall("theme") : "auto";
  showTheme(button, theme);
  button.addEventListener("click", () => {
    theme = NEXT_THEME[theme];
    prefer("theme", theme === "auto" ? null : theme);
    showTheme(button, theme);
  });
}

function startMenu(button) {
  const menu = document.getElementById("menu");
  button.addEventListener("click", () => {
    button.setAttribute("aria-expanded", String(menu.classList.toggle("shown")));
  });
}

function closePanels(except) {
  for (const panel of document.querySelectorAll("details.drop[open]")) if (!panel.contains(except)) panel.open = false;
}

/** Let the server tell times as this device does, where the person has not chosen otherwise. */
function tellZone() {
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
  if (zone && !document.cookie.split("; ").includes(`timezone=${zone}`)) {
    document.cookie = `timezone=${zone}; path=/; max-age=31536000; samesite=lax`;
  }
}

startTheme(document.querySelector(".theme-button"));
startMenu(document.querySelector(".menu-button"));
document.addEventListener("click", (event) => closePanels(event.target));
document.addEventListener("keydown", (event) => event.key === "Escape" && closePanels(null));
tellZone();
bringAlong();
listen();
tellTimes();
setInterval(tellTimes, 30000);
