/**
 * The four palaces, each of six parts that are put up one after the other: domes, towers, spires, terraces.
 */
import { svg } from "../js/board/drawing.js";

const PARTS = {
  pink: [
    ["wall", "M40 64h40v36H40Z", "pale", "M40 64h40v4H40Z", "door", "M51 100V84a9 9 0 0 1 18 0v16Z"],
    ["wall", "M14 74h26v26H14Z", "door", "M22 92v-7a5 5 0 0 1 10 0v7Z"],
    ["wall", "M80 74h26v26H80Z", "door", "M88 92v-7a5 5 0 0 1 10 0v7Z"],
    ["roof", "M13 74c-3-10 5-14 14-23 9 9 17 13 14 23Z", "gold", "M26 43h2v9h-2Zm-2 0a3 3 0 1 1 6 0 3 3 0 0 1-6 0Z"],
    ["roof", "M79 74c-3-10 5-14 14-23 9 9 17 13 14 23Z", "gold", "M92 43h2v9h-2Zm-2 0a3 3 0 1 1 6 0 3 3 0 0 1-6 0Z"],
    ["roof", "M37 64c-5-17 8-25 23-40 15 15 28 23 23 40Z", "pale", "M46 58c-2-9 3-15 9-21-3 8-4 14-3 21Z",
      "gold", "M59 12h2v14h-2Zm-3 0a4 4 0 1 1 8 0 4 4 0 0 1-8 0Z"],
  ],
  blue: [
    ["wall", "M36 74v-7h7v4h7v-4h7v4h6v-4h7v4h7v-4h7v33H36Z", "door", "M51 100V86a9 9 0 0 1 18 0v14Z"],
    ["wall", "M13 56h23v44H13Z", "door", "M22 68h5v10h-5Z"],
    ["wall", "M84 56h23v44H84Z", "door", "M93 68h5v10h-5Z"],
    ["roof", "M10 56V43h6v5h5v-5h7v5h5v-5h6v13Zm71 0V43h6v5h5v-5h7v5h5v-5h6v13Z"],
    ["wall", "M46 38h28v31l-4-2v4h-7v-4h-6v4h-7v-4l-4 2Z", "door", "M56 47h8v12h-8Z"],
    ["roof", "M42 38V24h7v6h7v-6h8v6h7v-6h7v14Z", "gold", "M59 6h2v18h-2Zm2 0 14 4.500-14 4.500Z"],
  ],
  green: [
    ["wall", "M40 58h40v42H40Z", "door", "M51 100V84c0-5 4-9 9-13 5 4 9 8 9 13v16Z"],
    ["wall", "M18 72h22v28H18Z", "door", "M25 90v-5c0-3 2-5 4-7 2 2 4 4 4 7v5Z"],
    ["wall", "M80 72h22v28H80Z", "door", "M87 90v-5c0-3 2-5 4-7 2 2 4 4 4 7v5Z"],
    ["roof", "M15 72 29 34l14 38Z", "gold", "M28 26h2v12h-2Zm-3 3h8v2h-8Z"],
    ["roof", "M77 72 91 34l14 38Z", "gold", "M90 26h2v12h-2Zm-3 3h8v2h-8Z"],
    ["roof", "M36 58 60 10l24 48Z", "pale", "M48 54 60 28l-5 26Z", "gold", "M59 2h2v14h-2Zm-4 4h10v2H55Z"],
  ],
  yellow: [
    ["wall", "M6 84h108v16H6Z",
      "door", "M54 100V92a6 6 0 0 1 12 0v8Zm-32 0v-6a4 4 0 0 1 8 0v6Zm68 0v-6a4 4 0 0 1 8 0v6Z"],
    ["roof", "M18 68h84v16H18Z",
      "door", "M32 84v-6a4 4 0 0 1 8 0v6Zm24 0v-6a4 4 0 0 1 8 0v6Zm24 0v-6a4 4 0 0 1 8 0v6Z"],
    ["wall", "M30 52h60v16H30Z", "door", "M44 68v-6a4 4 0 0 1 8 0v6Zm24 0v-6a4 4 0 0 1 8 0v6Z"],
    ["roof", "M42 36h36v16H42Z", "door", "M56 52v-6a4 4 0 0 1 8 0v6Z"],
    ["wall", "M50 22h20v14H50Z", "pale", "M46 22h28l-14-9Z", "gold", "M58.500 6a3 3 0 1 1 3 0v7h-3Z"],
    ["leaf",
      "M8 84c0-5 3-8 6-8s6 3 6 8Zm92 0c0-5 3-8 6-8s6 3 6 8ZM20 68c0-5 3-8 6-8s5 3 5 8Zm69 0c0-5 2-8 5-8s6 3 6 8Z",
      "leaf", "M32 52c0-4 2-7 5-7s5 3 5 7Zm46 0c0-4 2-7 5-7s5 3 5 7Z",
      "leaf", "M42 36c0-4 2-6 4-6s4 2 4 6Zm28 0c0-4 2-6 4-6s4 2 4 6Z"],
  ],
};

const pairs = (part) => part.flatMap((item, index) => (index % 2 ? [] : [[item, part[index + 1]]]));

const drawPart = (part, built) => {
  const shapes = built ? pairs(part) : pairs(part).slice(0, 1);
  const paths = shapes.map(([kind, d]) => svg("path", { class: built ? `dk-${kind}` : "dk-plan", d }));
  return svg("g", { class: built ? "dk-part" : "dk-part dk-unbuilt" }, ...paths);
};

/** All six parts of a palace of which so many are built; the others are dashed. */
export const drawParts = (colour, built) => {
  const parts = PARTS[colour].map((part, index) => drawPart(part, index < built));
  return svg("g", { class: `dk-${colour}` }, ...parts.filter((_, index) => index >= built),
    ...parts.filter((_, index) => index < built));
};

/** A palace on its ground; without a colour, an empty place. */
export const drawPalace = (colour, built) => {
  const scene = svg("svg", { class: "dk-palace-scene", viewBox: "0 0 120 108", "aria-hidden": "true" },
    svg("path", { class: "dk-earth", d: "M4 100c30-3 82-3 112 0 3 5-20 7-56 7s-59-2-56-7Z" }));
  if (colour) scene.append(drawParts(colour, built));
  else scene.append(svg("path", { class: "dk-plan", d: "M20 100V70h24V46h32v24h24v30Z" }));
  return scene;
};
