// Who came where.

/** Return the places by seat as they count: who left is behind who stayed. Servers of the version before tell none. */
export function placesOf({ places, outcome }) {
  return places ?? outcome?.places ?? [];
}
