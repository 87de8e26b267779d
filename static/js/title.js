// The tab tells whose turn it is and that a table is ready, in its title and with a mark on its picture: for whoever is
// in another tab.

const plain = document.title;
const picture = document.querySelector("link[rel=icon]");
const still = picture?.href;
let here = false; // it is the viewer's turn at the table of this page
let elsewhere = 0; // at how many others it is
let ready = false; // a table waits for the viewer to come
let mark = still; // the address of the picture with the mark, once it is known

/** Whether it is the viewer's turn here; `marked` is the address of the picture with the mark. */
export function showTitle(mine, marked) {
  here = mine;
  mark = marked;
  show();
}

/** Whether the viewer is called to a table. */
export function showReady(called) {
  ready = called;
  show();
}

/** At how many tables that are not this page's it is the viewer's turn. */
export function showElsewhere(count, marked) {
  elsewhere = count;
  mark = marked;
  show();
}

function show() {
  const words = titled();
  if (document.title !== words) document.title = words;
  const wanted = ready || here || elsewhere ? mark : still;
  if (picture && picture.getAttribute("href") !== wanted) picture.setAttribute("href", wanted);
}

function titled() {
  if (ready) return `● ${gettext("Your table is ready")} · ${plain}`;
  if (here) return `● ${gettext("Your turn")} · ${plain}`;
  return elsewhere ? `● (${elsewhere}) ${plain}` : plain;
}
