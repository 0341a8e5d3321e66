/** What the writer is told of what came from outside, and what has been looked at (B4). */
import type { OutsideChangeInfo } from '#shared/domain/records.ts';
import type { CopiesAccess } from '../documents/service.ts';
import type { RecordSource } from '../record-source.ts';
import { findNamesake } from './note-namesakes.ts';
import {
  describeCopy,
  describeMergedCopy,
  describeOutside,
  needsChoice,
} from './outside-changes.ts';
import type { Fields } from './record-state.ts';
import type { RecordStore, StoredOutsideChange } from './store.ts';

type Parts = {
  store: RecordStore;
  codex: RecordSource<Fields>;
  copies: Pick<CopiesAccess, 'read'>;
};

/** Two entries of one name as both stand now; null where one was renamed or is gone. */
const asTheyAre = (
  { codex }: Parts,
  projectId: string,
  change: StoredOutsideChange,
): StoredOutsideChange | null => {
  const other = findNamesake(codex, projectId, change.recordId);
  if (other === undefined) return null;
  const stored = codex.list(projectId);
  return {
    ...change,
    before: stored.get(other) ?? null,
    after: stored.get(change.recordId) ?? null,
  };
};

/** The version that the row of a copy speaks of. */
export const copyVersionOf = ({ after }: StoredOutsideChange): string => {
  const version = after?.['version'];
  return typeof version === 'string' ? version : '';
};

/** Null for what has come to an end without the list. */
const describe = async (
  parts: Parts,
  projectId: string,
  change: StoredOutsideChange,
): Promise<OutsideChangeInfo | null> => {
  switch (change.change) {
    case 'copyMerged':
      return describeMergedCopy(change);
    case 'copy': {
      const copy = await parts.copies.read(projectId, change.recordId, copyVersionOf(change));
      return copy && describeCopy(change, copy);
    }
    case 'sameName': {
      const both = asTheyAre(parts, projectId, change);
      return both && describeOutside(both);
    }
    default:
      return describeOutside(change);
  }
};

/** The last noticed first, and how many wait in all. */
export const listOutside = async (
  parts: Parts,
  projectId: string,
): Promise<{ items: OutsideChangeInfo[]; total: number }> => {
  const listed = parts.store.listOutside(projectId);
  const items: OutsideChangeInfo[] = [];
  for (const change of listed) {
    const shown = await describe(parts, projectId, change);
    if (shown) items.push(shown);
  }
  const unlisted = parts.store.countOutside(projectId) - listed.length;
  return { items, total: items.length + unlisted };
};

/** Lets go of those that were looked at; those that wait for a choice stay. */
export const markSeen = ({ store }: Parts, projectId: string, changeIds: readonly number[]): void =>
  store.transaction(() => {
    for (const changeId of changeIds) {
      const change = store.findOutside(projectId, changeId);
      if (change && !needsChoice(change)) store.removeOutside(projectId, changeId);
    }
  });
