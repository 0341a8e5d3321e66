/**
 * Tracked changes, comments and looks inside a text, between characters that no manuscript has (of plane 16, for private use). A mark
 * never reaches over the end of its line.
 */
import type { ChangeChoice } from '#shared/contract/import.ts';
import { type LookPiece, writeStars } from './looks.ts';

const insertStart = '\u{10F000}';
const insertEnd = '\u{10F001}';
const deleteStart = '\u{10F002}';
const deleteEnd = '\u{10F003}';
const commentStart = '\u{10F004}';
const commentEnd = '\u{10F005}';
/** Ends the number behind a start. */
const numberEnd = '\u{10F006}';
/** Where words of a look begin: italic, bold, both. Which stars they get shows once the changes between them are resolved. */
const lookStarts = ['\u{10F007}', '\u{10F008}', '\u{10F009}'] as const;
const lookEnd = '\u{10F00A}';

const anyMark = /[\u{10F000}-\u{10F00A}]/gu;
const look = /([\u{10F007}-\u{10F009}])([^\u{10F000}-\u{10F00A}]*)\u{10F00A}/gu;
const inserted = /\u{10F000}(\d+)\u{10F006}([^\u{10F000}-\u{10F006}]*)\u{10F001}/gu;
const deleted = /\u{10F002}(\d+)\u{10F006}([^\u{10F000}-\u{10F006}]*)\u{10F003}/gu;
const commented = /\u{10F004}(\d+)\u{10F006}\u{10F005}/gu;
const changed =
  /([\u{10F000}\u{10F002}])(\d+)\u{10F006}([^\u{10F000}-\u{10F006}]*)[\u{10F001}\u{10F003}]/gu;

/** A file's own text without what would be read as a mark. */
export const withoutMarks = (text: string): string => text.replace(anyMark, '');

/** `author` is a place in a list of names. */
export const markChange = (kind: 'inserted' | 'deleted', author: number, text: string): string =>
  kind === 'inserted'
    ? `${insertStart}${author}${numberEnd}${text}${insertEnd}`
    : `${deleteStart}${author}${numberEnd}${text}${deleteEnd}`;

export const markComment = (index: number): string =>
  `${commentStart}${index}${numberEnd}${commentEnd}`;

/** `stars`: 1 to 3. The words have no spaces at their ends. */
export const markLook = (stars: number, words: string): string =>
  `${lookStarts[stars - 1] ?? ''}${words}${lookEnd}`;

const writeLooks = (line: string): string => {
  const pieces: LookPiece[] = [];
  let from = 0;
  for (const { 0: all, 1: start, 2: text = '', index } of line.matchAll(look)) {
    pieces.push({ stars: 0, text: line.slice(from, index) });
    pieces.push({ stars: lookStarts.findIndex((one) => one === start) + 1, text });
    from = index + all.length;
  }
  return pieces.length === 0 ? line : writeStars([...pieces, { stars: 0, text: line.slice(from) }]);
};

const resolveLine = (line: string, choice: Exclude<ChangeChoice, 'keep'>): string =>
  withoutMarks(
    writeLooks(
      line
        .replace(commented, '')
        .replace(inserted, choice === 'accept' ? '$2' : '')
        .replace(deleted, choice === 'accept' ? '' : '$2'),
    ),
  );

/** The text with its changes taken or taken back, and without marks. A paragraph that ends up empty is gone. */
export const resolveMarks = (text: string, choice: Exclude<ChangeChoice, 'keep'>): string => {
  if (!/[\u{10F000}-\u{10F00A}]/u.test(text)) return text;
  const kept: string[] = [];
  let isGone = false;
  for (const line of text.split('\n')) {
    const resolved = resolveLine(line, choice);
    const wasGone = isGone;
    isGone = line.trim() !== '' && resolved.trim() === '';
    // With it goes the blank line behind it.
    if (!isGone && !(wasGone && line.trim() === '')) kept.push(resolved);
  }
  return kept.join('\n').replace(/\n+$/, '\n');
};

/** The line a reader sees: changes taken. */
export const shownLine = (line: string): string => resolveMarks(line, 'accept');

export type MarkedChange = { kind: 'inserted' | 'deleted'; author: number; text: string };

export const changesIn = (text: string): MarkedChange[] =>
  [...text.matchAll(changed)].map(([, start, author, content]) => ({
    kind: start === insertStart ? 'inserted' : 'deleted',
    author: Number(author),
    text: withoutMarks(content ?? ''),
  }));

/** Those of words, not of spaces alone. */
export const countChanges = (text: string): number =>
  changesIn(text).filter(({ text: changed }) => changed.trim() !== '').length;

const calls = /\u{10F004}\d+\u{10F006}\u{10F005}|\\?\[\^[^\]\s]{1,40}\]/gu;

/** Comments and calls of footnotes, as they stand there. */
export const callsIn = (text: string): string => [...text.matchAll(calls)].join('');

export const commentsIn = (text: string): number[] =>
  [...text.matchAll(commented)].map(([, index]) => Number(index));
