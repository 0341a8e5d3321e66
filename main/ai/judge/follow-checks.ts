/** The last checks of chapters that were split or merged (W1). */
import type { TextMove } from '#main/book/documents/service.ts';
import type { StoredCheck } from './store.ts';

/**
 * Every part has the check of the whole, the whole those of its parts: what is shown of a check are the findings whose
 * words stand in the chapter, so each appears where its words went.
 */
export const followChecks = (checks: readonly StoredCheck[], move: TextMove): StoredCheck[] => {
  const { side, whole, parts } = move;
  const of = (documentId: string) => checks.find((check) => check.documentId === documentId);
  if (side === 'parted') {
    const check = of(whole.documentId);
    return check ? parts.map(({ documentId }) => ({ ...check, documentId })) : [];
  }
  const held = parts.flatMap(({ documentId }) => of(documentId) ?? []);
  const [first] = held;
  if (!first) return [];
  const findings = new Map(
    held.flatMap((check) => check.findings).map((one) => [one.finding.findingId, one]),
  );
  const { documentId } = whole;
  // What was checked of one part is not checked of the whole: the text counts as edited until the next check.
  return [{ ...first, documentId, findings: [...findings.values()], textDigest: null }];
};
