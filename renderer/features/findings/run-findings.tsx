import type { Finding } from '#shared/domain/finding.ts';
import { asShown } from '#shared/emphases.ts';
import { FindingWords } from './finding-words.tsx';
import { isOpen, useFindings } from './store.ts';
import './findings.css';

/** Those of a run that the writer has not let pass; null when nobody judged it. */
export function useOpenFindings(findings: readonly Finding[] | null): Finding[] | null {
  const decided = useFindings((state) => state.decided);
  return findings?.filter((finding) => isOpen(finding, decided)) ?? null;
}

/** What the judge had to say of a text that has just been written. */
export function RunFindings({ findings }: { findings: readonly Finding[] }) {
  const open = useOpenFindings(findings) ?? [];
  if (open.length === 0) return null;
  return (
    <ul className="run-findings">
      {open.map((finding) => (
        <li key={finding.findingId}>
          <FindingWords finding={finding} onLeave={() => undefined} />
          <p className="finding-quote">
            <q>{asShown(finding.quote)}</q>
          </p>
        </li>
      ))}
    </ul>
  );
}
