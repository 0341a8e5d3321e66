/** Which findings still speak of a text that is there: what is gone warns nobody. */
import { useSession } from '#renderer/app/session.ts';
import { type Became, useCandidates } from '#renderer/features/candidates/index.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { RunView } from './run-view.ts';
import { standingFindings } from './standing.ts';

/** Null when nobody judged it. Follows what is saved, not every key. */
export function useStandingFindings(
  run: RunView,
  became: Became | null,
): readonly Finding[] | null {
  const isOpen = useSession(({ documentId }) => documentId === run.documentId);
  // The text is another one with each of them: they are asked so that this is computed again.
  useSession((session) => session.savedVersion);
  const view = useCandidates((state) => state.view);
  useCandidates((state) => state.undone);
  const { findings } = run;
  if (findings === null || findings.length === 0) return findings;
  return standingFindings(findings, became, isOpen ? (view?.state.doc.toString() ?? null) : null);
}
