import { useEffect, useState } from 'react';
import type { AssemblySummary, KeptItem } from '#shared/domain/assembly.ts';
import type { LookUp } from '#shared/domain/look-up.ts';
import { useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';

export type KeptRequest = {
  summary: AssemblySummary;
  items: readonly KeptItem[];
  /** What was looked up for it; absent where nothing was to be. */
  lookUp?: LookUp;
};

/** As many as are kept. */
const allKept = 500;

/** What of a run's request is kept; undefined until known, null when nothing was kept. */
export function useKeptRequest(assemblyId: string): KeptRequest | null | undefined {
  const projectId = useSession((session) => session.project?.projectId);
  const [kept, setKept] = useState<KeptRequest | null>();
  useEffect(() => {
    if (projectId === undefined) return undefined;
    let wanted = true;
    const read = async (): Promise<KeptRequest | null> => {
      const [history, { items, lookUp }] = await Promise.all([
        call('context:history:list', { projectId, limit: allKept }),
        call('context:history:items', { assemblyId }),
      ]);
      const summary = history.items.find((item) => item.assemblyId === assemblyId);
      return summary === undefined ? null : { summary, items, ...(lookUp && { lookUp }) };
    };
    void read()
      // The run itself goes on; only this line stays without its numbers.
      .catch(() => null)
      .then((found) => {
        if (wanted) setKept(found);
      });
    return () => {
      wanted = false;
    };
  }, [projectId, assemblyId]);
  return kept;
}
