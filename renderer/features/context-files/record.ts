/** What was said in a message that was set aside: its file is a record, of which a person reads the words alone (S2-05). */
import { z } from 'zod';
import { literalPattern } from '#renderer/app/literal-pattern.ts';
import type { ContextFile, GrepMatch } from '#shared/domain/context-file.ts';

/** Bytes; the words of a longer record are read page by page, as it lies on the disk. */
const largestRecord = 4 * 1024 * 1024;

const Record = z.object({ item_id: z.string(), item_type: z.string(), content: z.string() });

/** Whether a file holds a message as a record. */
export const isRecord = ({ source, mimeType, byteSize }: ContextFile): boolean =>
  source?.type === 'offload' &&
  mimeType === 'application/json' &&
  (byteSize === undefined || byteSize <= largestRecord);

/** The words of a record; null for what is none. */
export function wordsOfRecord(json: string): string | null {
  try {
    return Record.parse(JSON.parse(json)).content;
  } catch {
    // Whatever else it is can be read as it stands.
    return null;
  }
}

/** A page of words as `context-files:read` answers one of a file. */
export function readPart(
  bytes: Uint8Array,
  { offset, limit }: { offset: number; limit: number },
): { offset: number; content: string; done: boolean } {
  const isInside = (at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let start = Math.min(offset, bytes.length);
  while (start > 0 && isInside(start)) start -= 1;
  let end = Math.min(offset + limit, bytes.length);
  while (end > start && isInside(end)) end -= 1;
  const content = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end));
  return { offset: start, content, done: end >= bytes.length };
}

/** The lines of a text that hold these words in any letter case, as `context-files:grep` answers them. */
export function findLines(
  text: string,
  words: string,
  maxResults: number,
): { totalMatches: number; matches: GrepMatch[] } {
  const pattern = new RegExp(literalPattern(words), 'iu');
  const encoder = new TextEncoder();
  const matches: GrepMatch[] = [];
  let totalMatches = 0;
  let offset = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (pattern.test(line)) {
      totalMatches += 1;
      if (matches.length < maxResults) matches.push({ line: index + 1, content: line, offset });
    }
    offset += encoder.encode(line).length + 1;
  }
  return { totalMatches, matches };
}
