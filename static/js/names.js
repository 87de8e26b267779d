// Bots have no names of their own in a frame; the page gives them some, the same in seats, board and talk.

/** Return the frame with every seat named; a bot that plays on for a person keeps the person's name. */
export function named(frame) {
  const bots = frame.seats.filter((seat) => seat.bot && !seat.name);
  bots.forEach((seat, index) => {
    seat.name = bots.length > 1 ? interpolate(gettext("Bot %s"), [index + 1]) : gettext("Bot");
  });
  return frame;
}
