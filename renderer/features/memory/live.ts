import { useEffect } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { useSession } from '#renderer/app/session.ts';
import { on } from '#renderer/rpc/index.ts';
import { useMemory } from './store.ts';

/** Reads what is remembered of the open project and keeps it up to date while the panel is shown. */
export function useLiveMemory(): void {
  const projectId = useSession((session) => session.project?.projectId);
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection events were missed
  useEffect(() => {
    if (projectId === undefined) return;
    const { load } = useMemory.getState();
    void load(projectId);
    return on('memory:changed', (event) => {
      if (event.projectId === projectId) void load(projectId);
    });
  }, [projectId, returns]);
}
