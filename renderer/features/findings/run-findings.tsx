import { useEffect, useState } from 'react';
import type { Finding } from '#shared/domain/finding.ts';
import { FindingWords } from './finding-words.tsx';
import { useFindings } from './store.ts';
import './findings.css';

/** What the judge had to say of a text that has just been written. */
export function RunFindings({ findings }: { findings: readonly Finding[] }) {
  const [waived, setWaived] = useState<ReadonlySet<string>>(new Set());
  const projectId = useFindings((state) => state.projectId);
  useEffect(() => {
    if (projectId === null) return;
    const { loadBases } = useFindings.getState();
    // Without names each finding still says what it is about.
    loadBases(projectId).catch(() => undefined);
  }, [projectId]);
  const open = findings.filter((one) => !one.waived && !waived.has(one.findingId));
  if (open.length === 0) return null;
  return (
    <ul className="run-findings">
      {open.map((finding) => (
        <li key={finding.findingId}>
          <FindingWords
            finding={finding}
            onLeave={() => undefined}
            onWaived={() => setWaived((before) => new Set(before).add(finding.findingId))}
          />
          <p className="finding-quote">
            <q>{finding.quote}</q>
          </p>
        </li>
      ))}
    </ul>
  );
}
