/** Rewords records beside the text, and knows how to word them back. */
import { isDeepStrictEqual } from 'node:util';
import type { RecordChange } from '#shared/domain/manuscript.ts';
import { AppError } from '#shared/errors.ts';
import { kindOf, type RecordKinds } from './record-kinds.ts';
import { type RecordWords, whyUnfit, withWords, wordsOf, type Words } from './record-words.ts';

/** What a change is made of: a version, or the words themselves. */
const basisOf = (change: RecordChange): number | string =>
  'expected' in change ? change.expected : change.expectedVersion;

/** `wording`, to be written over what `change` made. */
const upon = (wording: RecordChange, change: RecordChange): RecordChange => {
  if ('expected' in wording && 'expected' in change) return { ...wording, expected: change.text };
  if ('expected' in wording || 'expected' in change) return wording;
  return { ...wording, expectedVersion: change.expectedVersion + 1 };
};

/** INVALID_INPUT for words that its record does not take; those that stay are not asked. */
const requireFitting = (change: RecordChange, now: RecordChange): void => {
  const before = wordsOf(now);
  for (const [name, words] of Object.entries(wordsOf(change))) {
    if (isDeepStrictEqual(words, before[name]) || whyUnfit(change, name, words) === null) continue;
    const { kind, id } = change;
    throw new AppError('INVALID_INPUT', 'A record does not take these words.', { kind, id, name });
  }
};

/** A change as the record keeps it, and what words that back. */
export type Rewording = { back: RecordChange; made: RecordChange };

/**
 * The change as the record will keep it, and what would word it back over that. REPLACE_PLACE_CHANGED names a record that changed
 * meanwhile; the code for a record that is not there; INVALID_INPUT.
 */
export const planRewording = (
  kinds: RecordKinds,
  projectId: string,
  change: RecordChange,
): Rewording => {
  const { kind, id } = change;
  const { find, notFound, titleOf, kept } = kindOf(kinds, change);
  const now = find(projectId, id);
  if (now === null) throw new AppError(notFound, 'There is no such record.', { id });
  if (basisOf(now) !== basisOf(change)) {
    const title = titleOf(projectId, now);
    throw new AppError('REPLACE_PLACE_CHANGED', 'A record changed meanwhile.', { kind, id, title });
  }
  requireFitting(change, now);
  return { back: upon(now, change), made: kept?.(change, now) ?? change };
};

/** Throws what the services throw for what changed meanwhile. */
export const rewordRecord = async (
  kinds: RecordKinds,
  projectId: string,
  change: RecordChange,
): Promise<void> => {
  await kindOf(kinds, change).reword(projectId, change);
};

type Field = Words | undefined;

/**
 * One by one where there are as many as before: others may have been put beside them. Of some that became one, or the name itself,
 * all come back, unless the one they became was taken away since.
 */
const aliasesBack = (
  now: readonly string[],
  made: readonly string[],
  before: readonly string[],
): readonly string[] => {
  if (made.length === before.length) {
    const old = new Map(made.map((alias, index) => [alias, before[index] ?? alias]));
    return now.map((alias) => old.get(alias) ?? alias);
  }
  const added = made.filter((alias) => !before.includes(alias));
  if (!added.every((alias) => now.includes(alias))) return now;
  const gone = before.filter((alias) => !now.includes(alias) && !made.includes(alias));
  return [...now.filter((alias) => !added.includes(alias)), ...gone];
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
  kinds: RecordKinds,
  projectId: string,
  { back, made }: { back: RecordChange; made?: RecordChange | undefined },
): Promise<RewordedBack> => {
  const { find, titleOf } = kindOf(kinds, back);
  const now = find(projectId, back.id);
  // What was proposed and is decided about is nowhere; what became of it is its chapter's synopsis.
  if (now === null && back.kind === 'proposal') return { left: 0, title: '' };
  if (now === null) return { left: 1, title: titleOf(projectId, back) };
  const [words, before] = [wordsOf(now), wordsOf(back)];
  const given = made ?? (basisOf(now) === basisOf(back) ? now : null);
  if (given === null) {
    const isAsBefore = isDeepStrictEqual(words, before);
    return { left: isAsBefore ? 0 : 1, title: titleOf(projectId, now) };
  }
  const after = wordsOf(given);
  const wordedBack: Record<string, Words> = {};
  let left = 0;
  // A field that the replacement left out it left as it was.
  for (const name of Object.keys(after)) {
    const field = fieldBack(words[name], after[name], before[name]);
    if (field === null) left += 1;
    else if (field !== undefined) wordedBack[name] = field;
  }
  const reworded = withWords(now, { ...words, ...wordedBack } satisfies RecordWords);
  if (!isDeepStrictEqual(reworded, now)) await rewordRecord(kinds, projectId, reworded);
  return { left, title: titleOf(projectId, reworded) };
};
