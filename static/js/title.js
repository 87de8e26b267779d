// The tab tells whose turn it is, in its title and with a mark on its picture: for whoever is in another tab.

const plain = document.title;
const picture = document.querySelector("link[rel=icon]");
const still = picture?.href;

/** Whether it is the viewer's turn; `marked` is the address of the picture with the mark. */
export function showTitle(mine, marked) {
  document.title = mine ? `● ${gettext("Your turn")} · ${plain}` : plain;
  const wanted = mine ? marked : still;
  if (picture && picture.getAttribute("href") !== wanted) picture.setAttribute("href", wanted);
}
