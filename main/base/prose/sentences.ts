/** Cuts a text into sentences. */
import type { Span } from './span.ts';

const closers = new Set([...'”’」』"\')）】》*_']);
const enders = new Set([...'。！？!?…']);
const abbreviation =
  /(?:^|[\s“‘"'(])(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Capt|Col|Gen|Lt|Rev|Prof|Mme|Mlle|No|vs|etc|[A-Z])$/;

const endsAt = (text: string, at: number): boolean => {
  const character = text[at] ?? '';
  if (character === '\n') return true;
  if (enders.has(character)) return true;
  if (character !== '.') return false;
  if (/[.\w]/.test(text[at + 1] ?? '')) return false;
  return !abbreviation.test(text.slice(Math.max(0, at - 8), at));
};

/** Cuts a text into sentences, closing quotation marks with the sentence they close. They cover the text. */
export const sentencesOf = (text: string): Span[] => {
  const sentences: Span[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!endsAt(text, at)) continue;
    let end = at + 1;
    while (end < text.length && (closers.has(text[end] ?? '') || enders.has(text[end] ?? ''))) {
      // A mark before a letter opens the next sentence rather than closing this one.
      if (/["'*_]/.test(text[end] ?? '') && /[\p{L}\p{N}]/u.test(text[end + 1] ?? '')) break;
      end += 1;
    }
    sentences.push({ start, end });
    start = end;
    at = end - 1;
  }
  if (start < text.length) sentences.push({ start, end: text.length });
  return sentences;
};
