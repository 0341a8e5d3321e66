/** What the writer is told of records that came changed from outside. */
import { OutsideChangeInfo, type OutsideKind } from '#shared/domain/records.ts';
import type { KeptCopy, NotedCopy } from '../documents/service.ts';
import { type Fields, isSameValue } from './record-state.ts';
import type { NewOutsideChange, StoredOutsideChange } from './store.ts';

/** What is noted of a chapter's second file. */
export const outsideOfCopy = (copy: NotedCopy): Omit<NewOutsideChange, 'noticedAt'> => {
  const { documentId: recordId, version, title: name } = copy;
  const noted = { kind: 'chapters' as const, recordId, conflicts: [] };
  if (copy.outcome === 'renamed') {
    const { here, came } = copy;
    return {
      ...noted,
      change: 'renamed',
      before: { name, path: here },
      after: { name, path: came },
    };
  }
  const change = copy.outcome === 'merged' ? 'copyMerged' : 'copy';
  return { ...noted, change, before: null, after: { version, name } };
};

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((member) => typeof member === 'string'))
    return value.join(', ');
  return JSON.stringify(value);
};

const titleOf = (fields: Fields): string =>
  asText(fields['name'] ?? fields['text'] ?? '').slice(0, 80);

const choices: ReadonlySet<OutsideKind> = new Set(['fenceKept', 'sameName', 'copy']);

/** What of it would stand in no record once nobody asks any more. */
export const needsChoice = ({ change, conflicts }: StoredOutsideChange): boolean =>
  conflicts.length > 0 || choices.has(change);

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

const onlyIn = (text: string, other: string): string => {
  const lines = new Set(other.split('\n'));
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !lines.has(line))
    .join('\n\n');
};

/** A conflict copy of a chapter: the paragraphs in which it and the chapter differ. */
export const describeCopy = (
  { before: _before, after: _after, conflicts: _conflicts, ...rest }: StoredOutsideChange,
  { title, here, came }: KeptCopy,
): OutsideChangeInfo => {
  const field = { field: 'text', before: onlyIn(here, came), after: onlyIn(came, here) };
  return { ...rest, title: title.slice(0, 80), needsChoice: true, fields: [field] };
};

/** One that was merged already. */
export const describeMergedCopy = ({
  before: _before,
  after,
  conflicts: _conflicts,
  ...rest
}: StoredOutsideChange): OutsideChangeInfo => ({
  ...rest,
  title: titleOf(after ?? {}),
  needsChoice: false,
  fields: [],
});
