// Runs before the first paint, so that a remembered theme never flashes. Small and blocking on purpose.
// What an account has chosen came with the page, and is what this browser remembers from now on.
{
  const page = document.documentElement;
  try {
    for (const [key, value] of Object.entries(JSON.parse(page.dataset.memory ?? "{}"))) {
      if (key === "notify" && localStorage.getItem(key) === "cannot") continue; // not by this browser
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    }
    const [theme, motion] = [localStorage.getItem("theme"), localStorage.getItem("motion")];
    if (theme === "light" || theme === "dark") page.dataset.theme = theme;
    if (motion === "full" || motion === "reduced") page.dataset.motion = motion;
  } catch {
    // storage may be forbidden: then what the page says holds, and else what the system says
  }
  page.classList.add("js");
}
