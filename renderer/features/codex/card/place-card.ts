/** Where the card stands beside a name: below it where there is room, else above; pure. All in px of the window. */
export type Box = { left: number; right: number; top: number; bottom: number };

const gap = 8;
const edge = 8;
/** The card begins a little before the name. */
const before = 34;

export const placeCard = (
  name: Box,
  card: { width: number; height: number },
  frame: { width: number; height: number },
): { left: number; top: number } => {
  const max = Math.max(edge, frame.width - card.width - edge);
  const left = Math.min(max, Math.max(edge, name.left - before));
  const below = name.bottom + gap;
  const above = name.top - gap - card.height;
  const fitsBelow = below + card.height <= frame.height - edge;
  return { left, top: fitsBelow || above < edge ? below : above };
};
