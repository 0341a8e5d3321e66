import type { Finding } from '#shared/domain/finding.ts';
import { isOpen, useFindings } from './store.ts';

type Judged = { candidateId: string | null; findings: readonly Finding[] | null };

/** Takes over what was found in the texts that wait in the page. */
export function showWaitingFindings(runs: readonly Judged[]): void {
  const waiting = new Map<string, readonly Finding[]>();
  for (const { candidateId, findings } of runs) {
    if (candidateId !== null && findings !== null && findings.length > 0) {
      waiting.set(candidateId, findings);
    }
  }
  const known = useFindings.getState().waiting;
  const isSame =
    known.size === waiting.size && [...waiting].every(([id, found]) => known.get(id) === found);
  if (!isSame) useFindings.setState({ waiting });
}

/** What is still to be looked at in a waiting text, by places in it. */
export function waitingFindings(candidateId: string): Finding[] {
  const { waiting, decided } = useFindings.getState();
  return (waiting.get(candidateId) ?? []).filter((finding) => isOpen(finding, decided));
}

/** Calls back when what {@link waitingFindings} answers may have changed. */
export const onWaitingFindings = (react: () => void): (() => void) =>
  useFindings.subscribe((now, before) => {
    if (now.waiting !== before.waiting || now.decided !== before.decided) react();
  });
