/** A text that the program wrote comes into a page in which somebody has typed meanwhile (N14). */
import { ChangeSet, type TransactionSpec } from '@codemirror/state';
import type { OriginRuns } from '#shared/domain/origins.ts';
import { sliceRuns } from '#shared/origin-runs.ts';
import { areFrom, isAllFrom } from './origins-field.ts';
import { type Stretch, stretchesFrom } from './stretches.ts';

/** What stands in `from`…`to` of the text that was sent, UTF-16 units, became this. */
type Change = { from: number; to: number; insert: string };

/**
 * `made` are only the smallest changes that make the one text of the other: of what they leave alone the program may say
 * something else, as of letters that an accepted word shares with the old one.
 *
 * @param origins of the text that was written
 * @param since what was typed meanwhile, in the text that was sent
 */
export const broughtText = (
  made: readonly Change[],
  origins: OriginRuns,
  since: ChangeSet,
): Pick<TransactionSpec, 'changes' | 'effects'> => {
  const brought = ChangeSet.of(made, since.length);
  const changes = brought.map(since);
  if (since.empty) return { changes, effects: isAllFrom(origins) };
  const known: Stretch[] = [];
  since.map(brought, true).iterGaps((from, at, length) => {
    known.push(...stretchesFrom(sliceRuns(origins, from, from + length), at));
  });
  return { changes, effects: areFrom(known) };
};
