/** Entries that came with a name that another entry bears: two until the writer joins them (B5). */
import type { Clock } from '#main/platform.ts';
import type { RecordSource } from '../record-source.ts';
import { joiningOf, mayBeOne } from './join-namesakes.ts';
import type { RecordKind } from './kinds.ts';
import type { Fields } from './record-state.ts';
import type { RecordStore } from './store.ts';
import type { DatabaseChange } from './sync-request.ts';

type Source = RecordSource<Fields>;

/** The first of those that bear its name and are not related to it; none where it is gone. */
export const findNamesake = (source: Source, projectId: string, id: string): string | undefined => {
  const namesakes = source.listNamesakes?.(projectId, id) ?? [];
  if (namesakes.length === 0) return undefined;
  const stored = source.list(projectId);
  return namesakes.toSorted().find((other) => mayBeOne(stored, id, other));
};

const isNamedAnew = ({ id, fields }: DatabaseChange, before: ReadonlyMap<string, Fields>) =>
  fields !== null && fields['name'] !== before.get(id)?.['name'];

/** Runs in the transaction that takes the changes in. `before`: the records as they were. */
export const noteNamesakes = (
  { store, clock, source }: { store: RecordStore; clock: Clock; source: Source },
  { projectId, kind }: { projectId: string; kind: RecordKind },
  changes: readonly DatabaseChange[],
  before: ReadonlyMap<string, Fields>,
): void => {
  if (!source.listNamesakes) return;
  const noted = new Set<string>();
  for (const change of changes) {
    if (!isNamedAnew(change, before)) continue;
    const other = findNamesake(source, projectId, change.id);
    if (other === undefined || noted.has(joiningOf(change.id, other).gone)) continue;
    noted.add(joiningOf(change.id, other).gone);
    store.addOutside(projectId, {
      ...{ kind, recordId: change.id, change: 'sameName', before: null, after: change.fields },
      ...{ conflicts: [], noticedAt: clock.now() },
    });
  }
};
