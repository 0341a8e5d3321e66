import { useEffect } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { useSession } from '#renderer/app/session.ts';
import { on } from '#renderer/rpc/index.ts';
import { useConstraints } from './store.ts';

/** Reads the constraints of the open project and keeps them up to date while the panel is shown. */
export function useLiveConstraints(): void {
  const projectId = useSession((session) => session.project?.projectId);
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection events were missed
  useEffect(() => {
    if (projectId === undefined) return;
    const { load, loadPeople } = useConstraints.getState();
    const ofThis = (reload: (id: string) => Promise<void>) => (event: { projectId: string }) => {
      if (event.projectId === projectId) void reload(projectId);
    };
    void load(projectId);
    void loadPeople(projectId);
    const endings = [
      on('constraints:changed', ofThis(load)),
      on('knowledge:changed', ofThis(loadPeople)),
    ];
    return () => {
      for (const end of endings) end();
    };
  }, [projectId, returns]);
}
