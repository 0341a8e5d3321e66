/** Fences that a person, or a program a person let run, loosened in a file: they hold until the writer says so (B2). */
import type { StoredFence } from '../chapter-reference.ts';
import { strictestFence } from '../strictest-fence.ts';
import { inStableOrder } from './merge-fields.ts';
import { type Fields, isSameValue } from './record-state.ts';

const keepStrict = (known: StoredFence | null, given: StoredFence | null): StoredFence | null => {
  if (isSameValue(known, given)) return given;
  const strictest = strictestFence([known, given].filter((fence) => fence !== null));
  return strictest && inStableOrder(strictest);
};

type Decision = { revision: number; fence: StoredFence | null } | null;

const keepDecision = (known: Decision, given: Decision): Decision =>
  known === null
    ? given
    : { revision: known.revision, fence: keepStrict(known.fence, given?.fence ?? null) };

const fenceOf = (fields: Fields | undefined): StoredFence | null =>
  (fields?.['fence'] ?? null) as StoredFence | null;

/** What was given, with every fence at least as strict as it was known to be. */
export const keepFences = (known: Fields, given: Fields, isChapter: boolean): Fields => {
  if (!('fence' in given)) return given;
  if (isChapter) {
    const fence = keepDecision(known['fence'] as Decision, given['fence'] as Decision);
    return { ...given, fence };
  }
  const fence = keepStrict(fenceOf(known), fenceOf(given));
  if (!('relations' in given)) return { ...given, fence };
  const before = (known['relations'] ?? {}) as Readonly<Record<string, Fields>>;
  const now = given['relations'] as Readonly<Record<string, Fields>>;
  const relations = Object.fromEntries(
    Object.entries(now).map(([id, relation]) => [
      id,
      { ...relation, fence: keepStrict(fenceOf(before[id]), fenceOf(relation)) },
    ]),
  );
  return { ...given, fence, relations };
};
