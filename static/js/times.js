// Relative times in the page's language, with the exact instant on hover.

const STEPS = [[60, "second"], [60, "minute"], [24, "hour"], [30, "day"], [12, "month"], [Infinity, "year"]];
/** The person's own time zone; undefined: the device's. */
export const timeZone = document.documentElement.dataset.zone || undefined;
const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
const COUNT_AFTER_ALL = / \(1\)$/; // Hebrew's own data say "a minute ago (1)"

function relative(instant) {
  let amount = (instant - Date.now()) / 1000;
  for (const [size, unit] of STEPS) {
    if (Math.abs(amount) < size) return words.format(Math.round(amount), unit).replace(COUNT_AFTER_ALL, "");
    amount /= size;
  }
  return "";
}

/** Put words such as "3 minutes ago" into each time element marked "ago" below `root`. */
export function tellTimes(root = document) {
  for (const time of root.querySelectorAll("time.ago")) {
    const instant = Date.parse(time.dateTime);
    if (Number.isNaN(instant)) continue; // what no browser reads stays as the server has written it
    time.title = exactTime(instant);
    time.textContent = relative(instant);
  }
}

const DAY_AND_TIME = {
  weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
};

/** Return an instant (ms) exactly, with the offset, as the server says it: "Thu 3 Dec 2026, 18:05 (UTC+3)". */
export function exactTime(instant, zone = timeZone, language = document.documentElement.lang) {
  const told = parts(instant, language, zone, DAY_AND_TIME);
  const { timeZoneName: offset } = parts(instant, "en", zone, { timeZoneName: "shortOffset" });
  const words = offset.replace("GMT", "UTC").replace("-", "\u2212").replace(/^UTC.0$/, "UTC");
  return `${told.weekday} ${told.day} ${told.month} ${told.year}, ${told.hour}:${told.minute} (${words})`;
}

function parts(instant, language, zone, wanted) {
  const format = new Intl.DateTimeFormat(language, { ...wanted, timeZone: zone });
  return Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
}
