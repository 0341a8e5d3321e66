/** What a file says, without the characters that no chapter can hold. */
import type { SourceText } from './source-text.ts';

/** With NUL a file would be no text any more, and no encoding writes half of a character. */
const storableWords = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return storableWords(value);
  if (Array.isArray(value)) return value.map(storable);
  if (value instanceof Map) {
    return new Map([...value].map(([key, one]) => [storable(key), storable(one)]));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, storable(one)]));
};

/** All of it: its words become titles, names of files and notes as well. */
export const storableSource = (source: SourceText): SourceText => storable(source) as SourceText;
