/** On which side of a card or line something that is dragged would be let go (W1). Pure. */

/** Which way cards or lines follow one another. */
export type Direction = 'across' | 'down';

export type Side = 'before' | 'after';

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** That of the half the pointer is over. */
export const sideAt = (
  { left, top, width, height }: Box,
  { clientX, clientY }: { clientX: number; clientY: number },
  direction: Direction,
): Side => {
  const isBehind =
    direction === 'across' ? clientX >= left + width / 2 : clientY >= top + height / 2;
  return isBehind ? 'after' : 'before';
};

type SceneAt = { documentId: string; index: number };

/** The place beside a scene, from 0, among the scenes of its chapter without the one that is moved; beside itself it stays. */
export const placeBeside = (moved: SceneAt, beside: SceneAt, side: Side): number => {
  if (moved.documentId === beside.documentId && moved.index === beside.index) return beside.index;
  const isFromBefore = moved.documentId === beside.documentId && moved.index < beside.index;
  return beside.index - (isFromBefore ? 1 : 0) + (side === 'after' ? 1 : 0);
};
