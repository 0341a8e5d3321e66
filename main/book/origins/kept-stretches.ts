/** What of a text stayed the same in another one: exact words in their order, nothing that is only alike (N14). Pure. */
import { diffArrays } from 'diff';

/** `length` units of the old text from `before` on stand in the new one from `after` on. */
export type Kept = { before: number; after: number; length: number };

/** Beyond so many differences what lies between the first and the last of them counts as another text. */
const maxEdits = 2_000;
/** Shorter stretches of two texts may be the same by chance, UTF-16 units. */
const shortestByChance = 8;

type Stretch = { start: number; text: string };
type Passages = { before: Stretch; after: Stretch };

const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Never cuts a surrogate pair. */
const commonStart = (a: string, b: string): number => {
  const max = Math.min(a.length, b.length);
  let length = 0;
  while (length < max && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  const isCut = isLow(a.charCodeAt(length)) || isLow(b.charCodeAt(length));
  return length > 0 && isCut ? length - 1 : length;
};

const commonEnd = (a: string, b: string, max: number): number => {
  let length = 0;
  while (
    length < max &&
    a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)
  )
    length += 1;
  return length > 0 && isLow(a.charCodeAt(a.length - length)) ? length - 1 : length;
};

type Ends = { start: number; end: number };

/** So many units two passages begin and end with alike. */
const commonEnds = (before: string, after: string): Ends => {
  const start = commonStart(before, after);
  const room = Math.min(before.length, after.length) - start;
  return { start, end: commonEnd(before, after, room) };
};

/** The same in whole lines: a line that is cut by what comes before or after it is not found again. */
const commonLines = (before: string, after: string): Ends => {
  const { start, end } = commonEnds(before, after);
  const lineEnd = before.indexOf('\n', before.length - end);
  return {
    start: start === 0 ? 0 : before.lastIndexOf('\n', start - 1) + 1,
    end: lineEnd < 0 ? 0 : before.length - lineEnd - 1,
  };
};

/** The parts of two passages that differ, with what they begin and end with alike taken off and noted. */
const trim = (
  { before, after }: Passages,
  { start, end }: Ends,
  kept: Kept[],
): [Stretch, Stretch] => {
  const cut = ({ start: at, text }: Stretch): Stretch => ({
    start: at + start,
    text: text.slice(start, text.length - end),
  });
  kept.push({ before: before.start, after: after.start, length: start });
  kept.push({
    before: before.start + before.text.length - end,
    after: after.start + after.text.length - end,
    length: end,
  });
  return [cut(before), cut(after)];
};

/** Walks two lists of pieces side by side: `same` what stands in both, `changed` what does not. Null beyond the limit. */
const compare = (
  { before, after }: Passages,
  split: (text: string) => string[],
): { same: Kept[]; changed: Passages[] } | null => {
  const parts = diffArrays(split(before.text), split(after.text), { maxEditLength: maxEdits });
  if (parts === undefined) return null;
  const same: Kept[] = [];
  const changed: Passages[] = [];
  let [old, now] = [
    { start: before.start, text: '' },
    { start: after.start, text: '' },
  ];
  const close = (): void => {
    if (old.text !== '' && now.text !== '') changed.push({ before: old, after: now });
    old = { start: old.start + old.text.length, text: '' };
    now = { start: now.start + now.text.length, text: '' };
  };
  for (const { value, added, removed } of parts) {
    const text = value.join('');
    if (added) now.text += text;
    else if (removed) old.text += text;
    else {
      close();
      same.push({ before: old.start, after: now.start, length: text.length });
      old.start += text.length;
      now.start += text.length;
    }
  }
  close();
  return { same, changed };
};

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
const characters = (text: string): string[] => [...text];

const keepWithin = (passages: Passages, kept: Kept[]): void => {
  const ends = commonEnds(passages.before.text, passages.after.text);
  const [before, after] = trim(passages, ends, kept);
  if (before.text === '' || after.text === '') return;
  const found = compare({ before, after }, characters);
  if (found === null) return;
  kept.push(...found.same.filter(({ length }) => length >= shortestByChance));
};

/** In the order of both texts. What moved elsewhere is not found again: it is as unknown as what is new. */
export const keptStretches = (beforeText: string, afterText: string): Kept[] => {
  const kept: Kept[] = [];
  const whole = { before: { start: 0, text: beforeText }, after: { start: 0, text: afterText } };
  const [before, after] = trim(whole, commonLines(beforeText, afterText), kept);
  if (before.text !== '' && after.text !== '') {
    const found = compare({ before, after }, lines);
    if (found !== null) {
      kept.push(...found.same);
      for (const passages of found.changed) keepWithin(passages, kept);
    }
  }
  return kept.filter(({ length }) => length > 0).sort((a, b) => a.after - b.after);
};
