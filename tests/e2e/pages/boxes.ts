import type { Locator } from 'playwright-core';

/** What a browser at 200 % leaves of 1440 × 900 and of 1024 × 700. */
export const smallSizes = [
  { width: 720, height: 450 },
  { width: 512, height: 350 },
] as const;

export const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not on the screen');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

export const isInside = async (inner: Locator, outer: Locator): Promise<boolean> => {
  const [a, b] = [await boxOf(inner), await boxOf(outer)];
  return a.x >= b.x && a.y >= b.y && a.right <= b.right + 1 && a.bottom <= b.bottom + 1;
};
