/** What a text that takes a passage's place changes of it, word by word: the words that it leaves stay whose they were (N14). Pure. */
import { diffArrays } from 'diff';
import type { LengthChange } from '#shared/origin-runs.ts';
import { piecesOf } from '#shared/text-pieces.ts';

/** `removed` stands at `start` of the document, UTF-16 units, and `inserted` takes its place. */
export type Replaced = { start: number; removed: string; inserted: string };

/** Beyond so many words put in and taken out two passages are not compared: the time it takes grows with their square. */
const maxEdits = 2_000;
/** Shorter stretches within a passage that was written anew may stand in both by chance, UTF-16 units. */
const shortestByChance = 8;

const notLetters = /[^\p{L}\p{N}]+/gu;

const countLetters = (text: string): number => text.replaceAll(notLetters, '').length;

const wholeChange = ({ start, removed, inserted }: Replaced): LengthChange => ({
  from: start,
  to: start + removed.length,
  inserted: inserted.length,
});

type Compared = { changes: LengthChange[]; same: string };

/** Null beyond the limit. */
const compare = ({ start, removed, inserted }: Replaced): Compared | null => {
  const parts = diffArrays(piecesOf(removed), piecesOf(inserted), { maxEditLength: maxEdits });
  if (parts === undefined) return null;
  const changes: LengthChange[] = [];
  let same = '';
  let at = start;
  let open = { from: at, to: at, inserted: 0 };
  const close = (): void => {
    if (open.to > open.from || open.inserted > 0) changes.push(open);
  };
  for (const { value, added, removed: isRemoved } of parts) {
    const text = value.join('');
    if (added) open.inserted += text.length;
    else if (isRemoved) {
      at += text.length;
      open.to = at;
    } else {
      close();
      same += text;
      at += text.length;
      open = { from: at, to: at, inserted: 0 };
    }
  }
  close();
  return { changes, same };
};

/** Neighbours between which nothing stands that tells whose it is are one. */
const joinChanges = (
  changes: readonly LengthChange[],
  isNothing: (one: LengthChange, next: LengthChange) => boolean,
): LengthChange[] => {
  const joined: LengthChange[] = [];
  for (const next of changes) {
    const last = joined.at(-1);
    if (last && isNothing(last, next)) {
      const inserted = last.inserted + next.from - last.to + next.inserted;
      joined[joined.length - 1] = { from: last.from, to: next.to, inserted };
    } else joined.push(next);
  }
  return joined;
};

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** Line by line, where there are as many as before; otherwise the whole is one change. */
const changesOfLines = (replaced: Replaced): LengthChange[] => {
  const [old, now] = [lines(replaced.removed), lines(replaced.inserted)];
  if (old.length !== now.length || old.length === 1) return [wholeChange(replaced)];
  let { start } = replaced;
  return old.flatMap((removed, index) => {
    const changes = wordChanges({ start, removed, inserted: now[index] ?? '' });
    start += removed.length;
    return changes;
  });
};

/**
 * In order and disjoint. Two passages that have less than half of the shorter one's letters in common are two texts: of
 * what lies between their ends only longer stretches count as the same.
 */
export const wordChanges = (replaced: Replaced): LengthChange[] => {
  const { start, removed, inserted } = replaced;
  if (removed === '' || inserted === '') return [wholeChange(replaced)];
  const compared = compare(replaced);
  if (compared === null) return changesOfLines(replaced);
  const { changes, same } = compared;
  const shorter = Math.min(countLetters(removed), countLetters(inserted));
  const isAnew = countLetters(same) * 2 < shorter;
  return joinChanges(changes, (one, next) => {
    if (isAnew && next.from - one.to < shortestByChance) return true;
    const between = removed.slice(one.to - start, next.from - start);
    return one.inserted > 0 && next.inserted > 0 && between.trim() === '';
  });
};
