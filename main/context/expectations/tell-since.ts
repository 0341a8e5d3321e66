/** Since when an expectation is not as it should be, and what differs; pure. */
import {
  type AssemblyChange,
  type ChangeCause,
  isHidden,
  type Reason,
} from '#shared/domain/assembly.ts';
import type { ExpectationSince } from '#shared/domain/expectation.ts';
import type { Summed } from './sum-verdicts.ts';
import type { StoredResult } from './store.ts';

/** So many changes are told. */
const toldChanges = 12;

const commonCause = (changes: readonly AssemblyChange[]): ChangeCause | null => {
  const causes = new Set(changes.map(({ cause }) => cause));
  const [only] = causes;
  return causes.size === 1 && only !== undefined ? only : null;
};

/** What may not go at all is not away because of what a search finds. */
const ownCause = (
  cause: ChangeCause | undefined,
  reason: Reason | undefined,
): ChangeCause | undefined => {
  if (cause !== 'retrieval' || reason === undefined) return cause;
  if (isHidden(reason)) return 'fence';
  return reason === 'laterChapter' ? 'edit' : cause;
};

/**
 * `before`: what was found out for the same expectation the last time. `difference`: what its deciding place has
 * different from then.
 */
export const tellSince = (
  { state, why }: Pick<Summed, 'state' | 'why'>,
  before: StoredResult | undefined,
  difference: readonly AssemblyChange[],
  now: number,
): ExpectationSince | null => {
  if (state === 'held') return null;
  if (before && before.state !== 'held' && before.since) return before.since;
  const heldUntil = before?.heldAt ?? null;
  if (heldUntil === null) return { at: now, heldUntil, cause: null, changes: [], more: 0 };
  const ids = [why.itemId, before?.why.itemId];
  const own = difference.filter(({ itemId }) => ids.includes(itemId));
  const others = difference.filter(({ itemId }) => !ids.includes(itemId));
  const changes = [...own, ...others];
  return {
    at: now,
    heldUntil,
    cause: ownCause(own[0]?.cause, why.reason) ?? commonCause(others),
    changes: changes.slice(0, toldChanges),
    more: Math.max(0, changes.length - toldChanges),
  };
};
