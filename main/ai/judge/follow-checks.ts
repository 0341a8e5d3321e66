/** The last checks of chapters that were split or merged, or whose scenes moved (W1). */
import type { TextMove } from '#main/book/text-move.ts';
import type { StoredCheck } from './store.ts';

/**
 * Every chapter has the checks of all that its text came from: what is shown of a check are the findings whose words stand in
 * the chapter, so each appears where its words went.
 */
export const followChecks = (
  checks: readonly StoredCheck[],
  { after, pieces }: TextMove,
): StoredCheck[] =>
  after.flatMap(({ documentId }) => {
    const sources = new Set(
      pieces.filter(({ to }) => to.documentId === documentId).map(({ from }) => from.documentId),
    );
    const held = [...sources].flatMap(
      (source) => checks.find((check) => check.documentId === source) ?? [],
    );
    const [first] = held;
    if (!first) return [];
    if (sources.size === 1) return [{ ...first, documentId }];
    const findings = new Map(
      held.flatMap((check) => check.findings).map((one) => [one.finding.findingId, one]),
    );
    // What was checked of one part is not checked of the whole: the text counts as edited until the next check.
    return [{ ...first, documentId, findings: [...findings.values()], textDigest: null }];
  });
