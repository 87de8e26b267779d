// Relative times in the page's language, with the exact instant on hover.

const STEPS = [[60, "second"], [60, "minute"], [24, "hour"], [30, "day"], [12, "month"], [Infinity, "year"]];
/** The person's own time zone; undefined: the device's. */
export const timeZone = document.documentElement.dataset.zone || undefined;
const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });

function relative(instant) {
  let amount = (instant - Date.now()) / 1000;
  for (const [size, unit] of STEPS) {
    if (Math.abs(amount) < size) return words.format(Math.round(amount), unit);
    amount /= size;
  }
  return "";
}

/** Put words such as "3 minutes ago" into each time element marked "ago" below `root`. */
export function tellTimes(root = document) {
  for (const time of root.querySelectorAll("time.ago")) {
    const instant = new Date(time.dateTime);
    time.title = instant.toLocaleString(document.documentElement.lang, { timeZone });
    time.textContent = relative(instant.getTime());
  }
}
