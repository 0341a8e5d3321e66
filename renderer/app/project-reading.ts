import { useEffect } from 'react';
import { on } from '#renderer/rpc/index.ts';
import { useConnection } from './connection.ts';
import { useSession } from './session.ts';

type ProjectEvent =
  | 'goals:changed'
  | 'constraints:changed'
  | 'knowledge:changed'
  | 'document:changed'
  | 'memory:changed'
  | 'records:outside'
  | 'expectations:changed'
  | 'expectations:checked'
  | 'synopses:changed'
  | 'notes:changed'
  | 'contradictions:changed'
  | 'threads:changed';

/**
 * Reads something of the open project, and again when it changed, a lost connection came back or `since` is another value.
 * @param events one, or a list that is the same object at each drawing
 */
export function useProjectReading(
  read: (projectId: string) => Promise<void>,
  events: ProjectEvent | readonly ProjectEvent[],
  since?: string,
): void {
  const projectId = useSession((session) => session.project?.projectId);
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection events were missed
  useEffect(() => {
    if (projectId === undefined) return;
    void read(projectId);
    const endings = [
      ...[events].flat().map((event) =>
        on(event, (changed) => {
          if (changed.projectId === projectId) void read(projectId);
        }),
      ),
      // What things cost is told by the tokenizer of the model that is chosen.
      on('ai:models:changed', () => void read(projectId)),
    ];
    return () => {
      for (const end of endings) end();
    };
  }, [projectId, returns, read, events, since]);
}
