import type { Place, ProjectIndex } from './project-index.ts';

/** All chunks of the parts in one row of numbers, so that scores are plain arrays. */
export type Flat = {
  total: number;
  /** Where each part begins. */
  offsets: number[];
  place(number: number): Place;
  /** False when the chunk's document was indexed anew in a later part, or removed. */
  isCurrent(number: number): boolean;
  /** The chunk before or after it in the same document, or -1. */
  neighbour(number: number, step: 1 | -1): number;
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
  const documentOf = (number: number): { part: number; document: number } | null => {
    if (number < 0 || number >= total) return null;
    const { part, chunk } = place(number);
    const document = index.parts[part]?.segment.documents[chunk];
    return document === undefined ? null : { part, document };
  };
  return {
    total,
    offsets,
    place,
    isCurrent(number) {
      const found = documentOf(number);
      return found !== null && index.parts[found.part]?.current[found.document] === 1;
    },
    neighbour(number, step) {
      const here = documentOf(number);
      const there = documentOf(number + step);
      const same = here && there && here.part === there.part && here.document === there.document;
      return same ? number + step : -1;
    },
  };
};
