/** What the writer is told of what came from outside, and what has been looked at (B4). */
import type { OutsideChangeInfo } from '#shared/domain/records.ts';
import type { RecordSource } from '../record-source.ts';
import { findNamesake } from './note-namesakes.ts';
import { describeOutside, needsChoice } from './outside-changes.ts';
import type { Fields } from './record-state.ts';
import type { RecordStore, StoredOutsideChange } from './store.ts';

type Parts = { store: RecordStore; codex: RecordSource<Fields> };

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

/** The last noticed first, and how many wait in all. */
export const listOutside = (
  parts: Parts,
  projectId: string,
): { items: OutsideChangeInfo[]; total: number } => {
  const listed = parts.store.listOutside(projectId);
  const items = listed.flatMap((change) => {
    const shown = change.change === 'sameName' ? asTheyAre(parts, projectId, change) : change;
    return shown ? [describeOutside(shown)] : [];
  });
  const unseen = parts.store.countOutside(projectId) - listed.length;
  return { items, total: items.length + unseen };
};

/** Lets go of those that were looked at; those that wait for a choice stay. */
export const markSeen = ({ store }: Parts, projectId: string, changeIds: readonly number[]): void =>
  store.transaction(() => {
    for (const changeId of changeIds) {
      const change = store.findOutside(projectId, changeId);
      if (change && !needsChoice(change)) store.removeOutside(projectId, changeId);
    }
  });
