/** The next sentence of a chapter to be said, and where it stands (W5). */
import type { Text } from '@codemirror/state';
import type { Language } from '#shared/domain/identifiers.ts';

/** Offsets are UTF-16 code units of the chapter; `said` is what a voice gets: the words without marks of Markdown. */
export type Sentence = { from: number; to: number; said: string };

/** Longer stretches are said in parts: voices give up on long texts. */
const longest = 240;

const speakable = /[\p{L}\p{N}]/u;
const pauses = /[，、；：,;:—…]/u;

const segmenters: Readonly<Record<Language, Intl.Segmenter>> = {
  'zh-CN': new Intl.Segmenter('zh-CN', { granularity: 'sentence' }),
  en: new Intl.Segmenter('en', { granularity: 'sentence' }),
};

/** Where to end a part of a sentence that is too long: behind its last pause, else between two characters. */
function partEnd(text: string): number {
  if (text.length <= longest) return text.length;
  for (let at = longest; at > longest / 2; at -= 1) {
    if (pauses.test(text[at - 1] ?? '')) return at;
  }
  const code = text.charCodeAt(longest);
  return code >= 0xdc00 && code <= 0xdfff ? longest + 1 : longest;
}

const withoutMarks = (text: string): string => text.replace(/[*_#>`~]+/g, '').trim();

/** Sentences of a line, one after the other without a gap; each with its closing quotation marks. */
function sentencesOf(line: string, language: Language): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  for (const { segment, index } of segmenters[language].segment(line)) {
    for (let from = 0; from < segment.length; ) {
      const to = from + partEnd(segment.slice(from));
      parts.push({ from: index + from, to: index + to });
      from = to;
    }
  }
  return parts;
}

/** `at`: said up to here; `floor`: nothing before it is said; `end`: nothing behind it. */
export type Reach = { at: number; floor: number; end: number };

/** Null where nothing is left to be said. Empty lines, ornaments and the like are passed over. */
export function nextSentence(
  doc: Text,
  { at, floor, end }: Reach,
  language: Language,
): Sentence | null {
  const last = Math.min(end, doc.length);
  for (let number = doc.lineAt(Math.min(at, doc.length)).number; number <= doc.lines; number += 1) {
    const line = doc.line(number);
    if (line.from >= last) return null;
    for (const part of sentencesOf(line.text, language)) {
      const from = Math.max(line.from + part.from, floor);
      const to = Math.min(line.from + part.to, last);
      if (to <= at || to <= from) continue;
      const text = doc.sliceString(from, to);
      if (!speakable.test(text)) continue;
      const lead = text.length - text.trimStart().length;
      return { from: from + lead, to: from + text.trimEnd().length, said: withoutMarks(text) };
    }
  }
  return null;
}
