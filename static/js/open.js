// The form of a new table: the host's share in the shuffle comes from the host's own browser.

import { freshSalt } from "./random.js";

document.querySelector("input[name=salt]").value = freshSalt();
