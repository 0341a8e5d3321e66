/** Reads one page of a file. */
import type { ByteSource } from '../content/byte-source.ts';
import { floorBoundary } from './utf8.ts';

export type Page = { offset: number; nextOffset: number; done: boolean; content: string };

const margin = 3;

/**
 * One page of a file (S0-08): `[offset, offset + limit)` with both edges moved back to a character boundary. Pages
 * that follow `nextOffset`, or that step by `limit`, concatenate to the whole file for any `limit` ≥ 4.
 */
export const readPage = async (
  source: ByteSource,
  offset: number,
  limit: number,
): Promise<Page> => {
  const wanted = Math.min(offset, source.size);
  const from = Math.max(0, wanted - margin);
  const bytes = await source.read(from, wanted - from + limit + margin);
  const start = floorBoundary(bytes, wanted - from);
  const end = floorBoundary(bytes, Math.min(bytes.length, wanted - from + limit));
  return {
    offset: from + start,
    nextOffset: from + end,
    done: from + end >= source.size,
    content: bytes.toString('utf8', start, end),
  };
};
