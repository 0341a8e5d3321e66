import type { Became } from '#renderer/features/candidates/index.ts';

/** Those of a text that waits; of one that was written, those whose words stand in the open chapter. */
export function standingFindings<F extends { quote: string }>(
  findings: readonly F[],
  became: Became | null,
  chapter: string | null,
): readonly F[] {
  if (became === null || became === 'waiting') return findings;
  const isWritten = became === 'accepted' || became === 'partly';
  if (!isWritten || chapter === null) return [];
  return findings.filter(({ quote }) => chapter.includes(quote));
}
