/**
 * What the player can do now, in words. Which claims are right is for the player to see: no moves come with the frame.
 */
const held = () => [gettext("point at the cards you mean: three for a theft, two for an arrest")];

const free = () => [
  gettext("look for an incident among the open cards"),
  gettext("grab the diamond, or press the space bar, as soon as you see one; then point at its cards"),
  gettext("wait for the next cards if you see none"),
];

/** The sentences: with the diamond in hand, or while it can be taken. */
export const nowWords = ({ view, seat }) => {
  if (view.grabber !== undefined) return view.grabber === seat ? held() : [];
  return view.open.length ? free() : [];
};
