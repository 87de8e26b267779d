// What a server tells the pages of lobby and home, and any page whose person waits to be matched.

import { Link } from "./link.js";
import { Tickets } from "./tickets.js";

const OVER = [4401, 4403]; // logged out; may act no more, and the notices lead on

/**
 * Listen, and show what the person waits for. A page that shows lists has a function for each type of message about
 * these (`lists`: own for one's own matches, cards for all others); `asked` is what it asks of tables, by names of the
 * lobby's form. Returns the tickets, the link, and `ask` for asking something else of tables.
 */
export function listen(lists, asked = {}) {
  const tickets = new Tickets();
  const link = new Link(addressOf(lists, asked), {
    message: (text) => {
      const message = JSON.parse(text);
      if (message.type === "tickets") tickets.show(message.tickets);
      else lists?.[message.type]?.(message);
      link.awaiting = tickets.waiting;
    },
    up: () => {},
    down: () => {},
    closed: (code) => OVER.includes(code),
  });
  link.awaiting = tickets.waiting;
  const ask = (wanted) => {
    link.path = addressOf(lists, wanted);
    link.send({ type: "show", ...wanted });
  };
  return { tickets, link, ask };
}

function addressOf(lists, asked) {
  const wanted = lists?.cards ? "lists&" : lists ? "own&" : "";
  const language = document.documentElement.lang; // new cards as those that stand here already
  return `/ws/lobby/?${wanted}${new URLSearchParams({ language, ...asked })}`;
}
