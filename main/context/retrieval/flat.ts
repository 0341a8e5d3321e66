import type { Place, ProjectIndex } from './project-index.ts';

/** All chunks of the parts in one row of numbers, so that scores are plain arrays. */
export type Flat = {
  total: number;
  /** Where each part begins. */
  offsets: number[];
  place(number: number): Place;
};

export const flatten = (index: ProjectIndex): Flat => {
  const offsets: number[] = [];
  let total = 0;
  for (const { segment } of index.parts) {
    offsets.push(total);
    total += segment.chunkIds.length;
  }
  const place = (number: number): Place => {
    let part = offsets.length - 1;
    while (part > 0 && (offsets[part] ?? 0) > number) part--;
    return { part, chunk: number - (offsets[part] ?? 0) };
  };
  return { total, offsets, place };
};
