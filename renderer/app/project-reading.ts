import { useEffect } from 'react';
import { on } from '#renderer/rpc/index.ts';
import { useConnection } from './connection.ts';
import { useSession } from './session.ts';

/** Reads something of the open project, and again when it changed or a lost connection came back. */
export function useProjectReading(
  read: (projectId: string) => Promise<void>,
  event: 'constraints:changed' | 'knowledge:changed' | 'memory:changed',
): void {
  const projectId = useSession((session) => session.project?.projectId);
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection events were missed
  useEffect(() => {
    if (projectId === undefined) return;
    void read(projectId);
    return on(event, (changed) => {
      if (changed.projectId === projectId) void read(projectId);
    });
  }, [projectId, returns, read, event]);
}
