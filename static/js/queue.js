// On any page of a person who waits to be matched.

import { listen } from "./feed.js";

listen();
