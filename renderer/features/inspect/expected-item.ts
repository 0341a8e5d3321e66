import type { AssemblyItem } from '#shared/domain/assembly.ts';
import { type ExpectedItem, maxExpectedPassage } from '#shared/domain/expectation.ts';

/** An item as an expectation names it; null for what is in this request alone, has no place of its own, or is too long (N11). */
export const expectedItem = ({
  source,
  id,
  documentId,
  start,
  end,
}: AssemblyItem): ExpectedItem | null => {
  if (source === 'knowledge') return { entityId: id };
  if (source === 'constraint') return { constraintId: id };
  if (documentId === undefined || start === undefined || end === undefined || end <= start) {
    return null;
  }
  if (end - start > maxExpectedPassage) return null;
  return source === 'retrieval' || source === 'manuscript' ? { documentId, start, end } : null;
};
