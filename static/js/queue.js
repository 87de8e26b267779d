// On any page of a person who waits to be matched.

import { listen } from "./feed.js";
import { Tickets } from "./tickets.js";

const tickets = new Tickets();
const link = listen(false, {
  tickets: (message) => {
    tickets.show(message.tickets);
    link.awaiting = tickets.waiting;
  },
});
link.awaiting = tickets.waiting;
