/** What the writer is told of records that came changed from outside. */
import { OutsideChangeInfo } from '#shared/domain/records.ts';
import { type Fields, isSameValue } from './record-state.ts';
import type { StoredOutsideChange } from './store.ts';

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((member) => typeof member === 'string'))
    return value.join(', ');
  return JSON.stringify(value);
};

const titleOf = (fields: Fields): string =>
  asText(fields['name'] ?? fields['text'] ?? '').slice(0, 80);

/** What of it would stand in no record once nobody asks any more. */
export const needsChoice = ({ change, conflicts }: StoredOutsideChange): boolean =>
  conflicts.length > 0 || change === 'fenceKept' || change === 'sameName';

/** A change as it is shown: each field that differs, and what of a conflict is in no record. */
export const describeOutside = (stored: StoredOutsideChange): OutsideChangeInfo => {
  const { before, after, conflicts, ...rest } = stored;
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changed = [...names]
    .filter((field) => !isSameValue(before?.[field], after?.[field]))
    .map((field) => ({ field, before: asText(before?.[field]), after: asText(after?.[field]) }));
  const lost = conflicts
    .filter(({ field }) => !changed.some((one) => one.field === field))
    .map(({ field, kept, lost: other }) => ({ field, before: asText(kept), after: asText(other) }));
  return OutsideChangeInfo.parse({
    ...rest,
    needsChoice: needsChoice(stored),
    title: titleOf(before ?? after ?? {}),
    fields: [...changed, ...lost],
  });
};
