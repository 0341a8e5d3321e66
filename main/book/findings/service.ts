/** What others may ask of the findings of a book. */
import type { DismissedFields, RecordSource } from '../record-source.ts';
import type { FindingStore } from './store.ts';

export type { FindingStore, StoredFinding, StoredPlace } from './store.ts';

export type FindingsService = FindingStore & {
  /** Those the writer dismissed, which travel with the book's folder. */
  records: RecordSource<DismissedFields>;
};
