import type { AssemblyItem } from '#shared/domain/assembly.ts';
import type { ExpectedItem } from '#shared/domain/expectation.ts';

/** An item as an expectation names it; null for what is in this request alone, or has no place of its own (N11). */
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
  return source === 'retrieval' || source === 'manuscript' ? { documentId, start, end } : null;
};
