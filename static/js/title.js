// The tab tells whose turn it is, in its title and with a mark on its picture: for whoever is in another tab.

const plain = document.title;
const picture = document.querySelector("link[rel=icon]");
const still = picture?.href;
let here = false; // it is the viewer's turn at the table of this page
let elsewhere = 0; // at how many others it is

/** Whether it is the viewer's turn here; `marked` is the address of the picture with the mark. */
export function showTitle(mine, marked) {
  here = mine;
  show(marked);
}

/** At how many tables that are not this page's it is the viewer's turn. */
export function showElsewhere(count, marked) {
  elsewhere = count;
  show(marked);
}

function show(marked) {
  const words = here ? `● ${gettext("Your turn")} · ${plain}` : elsewhere ? `● (${elsewhere}) ${plain}` : plain;
  if (document.title !== words) document.title = words;
  const wanted = here || elsewhere ? marked : still;
  if (picture && picture.getAttribute("href") !== wanted) picture.setAttribute("href", wanted);
}
