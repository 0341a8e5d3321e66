/** Makes the room of findings: contradictions that were found, and which of them the writer dismissed (N15). */
import type { Database } from 'better-sqlite3';
import type { Clock } from '#main/platform.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { DismissedFields, DismissedPlace } from '../record-source.ts';
import type { FindingsService } from './service.ts';
import { createFindingStore, type StoredFinding, type StoredPlace } from './store.ts';

/** Which chapter or entry it is stands under its own name: chapters are called otherwise in the folder. */
const toRecord = ({ source, id, ...rest }: StoredPlace): DismissedPlace =>
  source === 'chapter' ? { documentId: id, ...rest } : { entityId: id, ...rest };

const fromRecord = (place: DismissedPlace): StoredPlace => {
  if ('documentId' in place) {
    const { documentId, ...rest } = place;
    return { source: 'chapter', id: documentId, ...rest };
  }
  const { entityId, ...rest } = place;
  return { source: 'entry', id: entityId, ...rest };
};

const fieldsOf = ({ kind, by, entityId, message, places }: StoredFinding): DismissedFields => ({
  ...{ kind, by, entityId, message },
  places: { first: toRecord(places[0]), second: toRecord(places[1]) },
});

export const createFindings = (needs: {
  database: Database;
  clock: Clock;
  events: EventSink;
}): FindingsService => {
  const { database, clock, events } = needs;
  const store = createFindingStore(database);
  return {
    ...store,
    records: {
      list: (projectId) =>
        new Map(
          store
            .listDismissed(projectId)
            .items.map((finding) => [finding.findingId, fieldsOf(finding)]),
        ),
      put: (projectId, findingId, { places: { first, second }, ...fields }) =>
        store.put(projectId, {
          ...{ findingId, ...fields, isDismissed: true },
          places: [fromRecord(first), fromRecord(second)],
          foundAt: store.find(projectId, findingId)?.foundAt ?? clock.now(),
        }),
      // Brought back elsewhere, it is a finding again; the next check says whether it still is one.
      remove(projectId, findingId) {
        const finding = store.find(projectId, findingId);
        if (finding) store.put(projectId, { ...finding, isDismissed: false });
      },
      // They are listed in the order of the book.
      arrange: () => undefined,
      listDamaged: (projectId) => store.listDismissed(projectId).malformed,
      // Nothing of a finding is ever sent.
      withhold: () => undefined,
      tell: (projectId) => events.emit('contradictions:changed', { projectId }),
    },
  };
};
