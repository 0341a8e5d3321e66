/** Where words begin and end in both scripts: Latin by its letters and figures, Han by the dictionary of the run-time. Pure. */
import { unspaced } from '#shared/unspaced.ts';

/** Not `_`: beside a word it is a mark of emphasis, which the page hides. */
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
const clauseEnd = /[^\p{L}\p{N}\p{M}]/u;

/** Characters on each side that the dictionary is shown: words are shorter, and long clauses stay cheap. */
const reach = 40;

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

const before = (text: string, at: number): string =>
  Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
const after = (text: string, at: number): string =>
  String.fromCodePoint(text.codePointAt(at) ?? 0x20);

/** Whether the dictionary has a word across this border. */
const isInsideHanWord = (text: string, at: number): boolean => {
  let start = at;
  while (start > 0 && at - start < reach && !clauseEnd.test(before(text, start)))
    start -= before(text, start).length;
  let end = at;
  while (end < text.length && end - at < reach && !clauseEnd.test(after(text, end)))
    end += after(text, end).length;
  const segment = segmenter.segment(text.slice(start, end)).containing(at - start);
  return segment !== undefined && start + segment.index !== at;
};

const cutsAt = (text: string, at: number): boolean => {
  if (at <= 0 || at >= text.length) return false;
  const [left, right] = [before(text, at), after(text, at)];
  if (!wordCharacter.test(left) || !wordCharacter.test(right)) return false;
  const [leftOpen, rightOpen] = [unspaced.test(left), unspaced.test(right)];
  if (leftOpen !== rightOpen) return false;
  return leftOpen ? isInsideHanWord(text, at) : true;
};

/** Whether a stretch begins or ends within a word: `Ann` of `Anne`, 天 of 今天. Possessives end a word. */
export const cutsWord = (text: string, { start, end }: { start: number; end: number }): boolean =>
  cutsAt(text, start) || cutsAt(text, end);
