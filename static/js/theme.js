// Runs before the first paint, so that a remembered theme never flashes. Small and blocking on purpose.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // storage may be forbidden: then the system's theme stays
}
document.documentElement.classList.add("js");
