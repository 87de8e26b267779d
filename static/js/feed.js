// What a server tells the pages of lobby and home, and any page whose person waits to be matched.

import { Link } from "./link.js";

const LOGGED_OUT = 4401;

/**
 * Listen. `handlers` has a function for each type of message (tickets, own, cards); `lists` says whether the page shows
 * the lists of tables. Returns the link.
 */
export function listen(lists, handlers) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const link = new Link(`${scheme}://${location.host}/ws/lobby/${lists ? "?lists" : ""}`, {
    message: (text) => {
      const message = JSON.parse(text);
      handlers[message.type]?.(message);
    },
    up: () => {},
    down: () => {},
    closed: (code) => code === LOGGED_OUT,
  });
  link.awaiting = false;
  return link;
}
