/** How often each entry of the codex is named in a chapter, and by which of its names. */
import type { NameMatch } from '../knowledge/service.ts';

export type EntryCount = {
  count: number;
  /** By name, as the entry has it. */
  names: Map<string, number>;
  /** Where it is named first. */
  start: number;
  end: number;
};

/** By entry. A name that several entries bear counts for each of them. */
export type ChapterCounts = ReadonlyMap<string, Readonly<EntryCount>>;

/** @param matches in text order */
export const countNames = (matches: readonly NameMatch[]): ChapterCounts => {
  const counts = new Map<string, EntryCount>();
  for (const { entityId, name, start, end } of matches) {
    const known = counts.get(entityId) ?? {
      count: 0,
      names: new Map<string, number>(),
      start,
      end,
    };
    known.count += 1;
    known.names.set(name, (known.names.get(name) ?? 0) + 1);
    counts.set(entityId, known);
  }
  return counts;
};
