/** What a candidate would change, sentence by sentence. */
import { diffArrays } from 'diff';
import { type Beside, contributionsOf } from '#shared/candidate-text.ts';
import type { Hunk } from '#shared/domain/candidate.ts';
import type { LengthChange } from '#shared/origin-runs.ts';
import { wordChanges } from './word-changes.ts';

/** Sentences with what follows them up to the next, line ends apart; joined they are the text. */
const pieces = /\n+|[^\n]*?(?:[。！？!?…]+[”’」』）)"']*|\.["'”’)]*(?=\s|$))[ \t]*|[^\n]+/gu;

export const splitPieces = (text: string): string[] =>
  [...text.matchAll(pieces)].map((match) => match[0]).filter((piece) => piece !== '');

/** Comparing stops here: beyond it the whole is one change. Ms. */
const timeoutMs = 500;

type Draft = { start: number; end: number; removed: string; inserted: string };

/** Each with the break before it, the last with those behind it; joined they are the text. */
const paragraphs = (text: string): string[] => {
  const found = [...text.matchAll(/(?:[^\S\n]*\n)*[^\n]*[^\s][^\n]*/gu)];
  const last = found.at(-1);
  if (!last) return [text];
  const rest = text.slice(last.index + last[0].length);
  return found.map((match) => (match === last ? `${match[0]}${rest}` : match[0]));
};

/**
 * Text put where nothing stood is accepted paragraph by paragraph. A break goes with the paragraph behind it: who
 * refuses one paragraph keeps the others apart.
 */
const insertions = (text: string, start: number): Draft[] =>
  paragraphs(text).map((inserted) => ({ start, end: start, removed: '', inserted }));

/** Sentences that change side by side: as many as before are taken one by one, otherwise all together. */
const sideBySide = (
  removed: readonly string[],
  inserted: readonly string[],
  at: number,
): Draft[] => {
  if (removed.length !== inserted.length) {
    const old = removed.join('');
    return [{ start: at, end: at + old.length, removed: old, inserted: inserted.join('') }];
  }
  let start = at;
  return removed.map((old, index) => {
    const draft = { start, end: start + old.length, removed: old, inserted: inserted[index] ?? '' };
    start = draft.end;
    return draft;
  });
};

const replacements = (original: string, text: string, start: number): Draft[] => {
  const changes = diffArrays(splitPieces(original), splitPieces(text), { timeout: timeoutMs });
  if (!changes) return sideBySide([original], [text], start);
  const drafts: Draft[] = [];
  let at = start;
  let removed: string[] = [];
  let inserted: string[] = [];
  const close = (): void => {
    if (removed.length + inserted.length === 0) return;
    drafts.push(...sideBySide(removed, inserted, at));
    at += removed.join('').length;
    removed = [];
    inserted = [];
  };
  for (const change of changes) {
    if (change.removed) removed.push(...change.value);
    else if (change.added) inserted.push(...change.value);
    else {
      close();
      at += change.value.join('').length;
    }
  }
  close();
  return drafts;
};

/**
 * What would change, sentence by sentence. Applying all hunks to `original` gives `text`, applying none leaves
 * it. `start` is where `original` begins in the document; hunks are in document order and do not overlap.
 */
export const hunksOf = (original: string, text: string, start: number): Hunk[] => {
  if (original === text) return [];
  const drafts = original === '' ? insertions(text, start) : replacements(original, text, start);
  return drafts.map((draft, index) => ({ index, ...draft }));
};

/** A passage as it stands in the document: `start` as for {@link hunksOf}, `beside` what stands around it. */
type HunkPlace = { original: string; start: number; beside?: Beside };

/** What the chosen hunks change of the document, in its order, word by word (N14). */
export const changesOf = (
  beside: Beside,
  hunks: readonly Hunk[],
  chosen: ReadonlySet<number>,
): LengthChange[] =>
  contributionsOf(hunks, chosen, beside).flatMap(({ index, text }) => {
    const hunk = hunks.find((one) => one.index === index);
    return hunk ? wordChanges({ start: hunk.start, removed: hunk.removed, inserted: text }) : [];
  });

/** The original with the chosen hunks in it. */
export const applyHunks = (
  { original, start, beside = { before: '' } }: HunkPlace,
  hunks: readonly Hunk[],
  chosen: ReadonlySet<number>,
): string => {
  const written = new Map(
    contributionsOf(hunks, chosen, beside).map(({ index, text }) => [index, text]),
  );
  let result = '';
  let at = start;
  for (const hunk of hunks) {
    result += original.slice(at - start, hunk.start - start);
    result += written.get(hunk.index) ?? hunk.removed;
    at = hunk.end;
  }
  return result + original.slice(at - start);
};
