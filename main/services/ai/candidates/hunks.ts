import { diffArrays } from 'diff';
import type { Hunk } from '#shared/domain/candidate.ts';

/** Sentences with what follows them up to the next, line ends apart; joined they are the text. */
const pieces = /\n+|[^\n]*?(?:[。！？!?…]+[”’」』）)"']*|\.["'”’)]*(?=\s|$))[ \t]*|[^\n]+/gu;

export const splitPieces = (text: string): string[] =>
  [...text.matchAll(pieces)].map((match) => match[0]).filter((piece) => piece !== '');

/** Comparing stops here: beyond it the whole is one change. Ms. */
const patience = 500;

type Draft = { start: number; end: number; removed: string; inserted: string };

const paragraphs = (text: string): string[] =>
  [...text.matchAll(/[^\n]+\n*|\n+/gu)].map((match) => match[0]);

/** Text put where nothing stood is accepted paragraph by paragraph. */
const insertions = (text: string, start: number): Draft[] =>
  paragraphs(text).map((inserted) => ({ start, end: start, removed: '', inserted }));

/** Neighbouring changes with only white space between them are one: nobody accepts a line end. */
const joined = (drafts: readonly Draft[], original: string, offset: number): Draft[] => {
  const result: Draft[] = [];
  for (const draft of drafts) {
    const last = result.at(-1);
    const between = last ? original.slice(last.end - offset, draft.start - offset) : '';
    if (last && between.trim() === '') {
      last.removed += between + draft.removed;
      last.inserted += between + draft.inserted;
      last.end = draft.end;
    } else {
      result.push({ ...draft });
    }
  }
  return result;
};

/**
 * What would change, sentence by sentence. Applying all hunks to `original` gives `text`, applying none leaves
 * it. `start` is where `original` begins in the document; hunks are in document order and do not overlap.
 */
export const hunksOf = (original: string, text: string, start: number): Hunk[] => {
  if (original === text) return [];
  let drafts: Draft[];
  if (original === '') {
    drafts = insertions(text, start);
  } else {
    const changes = diffArrays(splitPieces(original), splitPieces(text), { timeout: patience });
    drafts = [];
    let at = start;
    for (const change of changes ?? [
      { value: [original], added: false, removed: true },
      { value: [text], added: true, removed: false },
    ]) {
      const value = change.value.join('');
      if (change.added) drafts.push({ start: at, end: at, removed: '', inserted: value });
      else if (change.removed) {
        drafts.push({ start: at, end: at + value.length, removed: value, inserted: '' });
      }
      if (!change.added) at += value.length;
    }
    drafts = joined(drafts, original, start);
  }
  return drafts.map((draft, index) => ({ index, ...draft }));
};

/** The original with the chosen hunks in it; `start` as for {@link hunksOf}. */
export const applyHunks = (
  original: string,
  start: number,
  hunks: readonly Hunk[],
  chosen: ReadonlySet<number>,
): string => {
  let result = '';
  let at = start;
  for (const hunk of hunks) {
    result += original.slice(at - start, hunk.start - start);
    result += chosen.has(hunk.index) ? hunk.inserted : hunk.removed;
    at = hunk.end;
  }
  return result + original.slice(at - start);
};
