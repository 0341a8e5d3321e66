/** Rewords records beside the text, and knows how to word them back. */
import { isDeepStrictEqual } from 'node:util';
import type { RecordChange } from '#shared/domain/manuscript.ts';
import { AppError } from '#shared/errors.ts';
import { kindOf, type Records } from './record-kinds.ts';
import { type RecordWords, withWords, wordsOf } from './record-words.ts';

/** The record's words and version as they are; null when it is not there. */
const wordingNow = (
  records: Records,
  projectId: string,
  change: RecordChange,
): RecordChange | null => kindOf(records, change).find(projectId, change.id);

/** What a change is made of: a version, or the words themselves. */
const basisOf = (change: RecordChange): number | string =>
  change.kind === 'synopsis' ? change.expected : change.expectedVersion;

/** `wording`, to be written over what `change` made. */
const upon = (wording: RecordChange, change: RecordChange): RecordChange => {
  if (change.kind === 'synopsis') return { ...wording, ...{ expected: change.text } };
  return { ...wording, ...{ expectedVersion: change.expectedVersion + 1 } };
};

/**
 * What would word this record back, to be written over the change. REPLACE_PLACE_CHANGED names a record that changed
 * meanwhile; the code for a record that is not there.
 */
export const wordingBack = (
  records: Records,
  projectId: string,
  change: RecordChange,
): RecordChange => {
  const { kind, id } = change;
  const { notFound, titleOf } = kindOf(records, change);
  const now = wordingNow(records, projectId, change);
  if (now === null) throw new AppError(notFound, 'There is no such record.', { id });
  if (basisOf(now) !== basisOf(change)) {
    const title = titleOf(projectId, now).slice(0, 80);
    throw new AppError('REPLACE_PLACE_CHANGED', 'A record changed meanwhile.', { kind, id, title });
  }
  return upon(now, change);
};

/** Throws what the services throw for what changed meanwhile or a wording they cannot take. */
export const rewordRecord = async (
  records: Records,
  projectId: string,
  change: RecordChange,
): Promise<void> => {
  await kindOf(records, change).reword(projectId, change);
};

type Field = RecordWords[string] | undefined;

/** One by one where there are as many as before: others may have been put beside them. */
const aliasesBack = (
  now: readonly string[],
  made: readonly string[],
  before: readonly string[],
): readonly string[] => {
  if (made.length !== before.length) return now;
  const old = new Map(made.map((alias, index) => [alias, before[index] ?? alias]));
  return now.map((alias) => old.get(alias) ?? alias);
};

/** A field as it is to be: as before, where it is as it was made; null where somebody reworded it. */
const fieldBack = (now: Field, made: Field, before: Field): Field | null => {
  if (isDeepStrictEqual(now, before) || isDeepStrictEqual(made, before)) return now;
  if (isDeepStrictEqual(now, made)) return before;
  if (!Array.isArray(now) || !Array.isArray(made) || !Array.isArray(before)) return null;
  const value = aliasesBack(now, made, before);
  return isDeepStrictEqual(value, now) ? null : value;
};

export type RewordedBack = {
  /** Fields that were reworded since and stay; 1 for a record that is gone. */
  left: number;
  title: string;
};

/** Words a record back, each field that is as the replacement left it. */
export const rewordBack = async (
  records: Records,
  projectId: string,
  { back, made }: { back: RecordChange; made?: RecordChange | undefined },
): Promise<RewordedBack> => {
  const titleOf = (change: RecordChange): string =>
    kindOf(records, back).titleOf(projectId, change);
  const now = wordingNow(records, projectId, back);
  if (now === null) return { left: 1, title: titleOf(back) };
  const [words, before] = [wordsOf(now), wordsOf(back)];
  const given = made ?? (basisOf(now) === basisOf(back) ? now : null);
  if (given === null) {
    return { left: isDeepStrictEqual(words, before) ? 0 : 1, title: titleOf(now) };
  }
  const after = wordsOf(given);
  const wordedBack: Record<string, RecordWords[string]> = {};
  let left = 0;
  // A field that the replacement left out it left as it was.
  for (const name of Object.keys(after)) {
    const field = fieldBack(words[name], after[name], before[name]);
    if (field === null) left += 1;
    else if (field !== undefined) wordedBack[name] = field;
  }
  const reworded = withWords(now, { ...words, ...wordedBack });
  if (reworded === null) return { left: Object.keys(after).length, title: titleOf(now) };
  if (!isDeepStrictEqual(reworded, now)) await rewordRecord(records, projectId, reworded);
  return { left, title: titleOf(reworded) };
};
