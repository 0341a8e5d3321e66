import { useEffect } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { useSession } from '#renderer/app/session.ts';
import { on } from '#renderer/rpc/index.ts';
import { useCodex } from './store.ts';

/** Reads the codex of the open project and what the chapter mentions, and keeps both up to date. */
export function useLiveCodex(): void {
  const projectId = useSession((session) => session.project?.projectId);
  const documentId = useSession((session) => session.documentId);
  const savedVersion = useSession((session) => session.savedVersion);
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection events were missed
  useEffect(() => {
    if (projectId === undefined) return;
    const { load } = useCodex.getState();
    void load(projectId);
    return on('knowledge:changed', (event) => {
      if (event.projectId === projectId) void load(projectId);
    });
  }, [projectId, returns]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved chapter may mention others
  useEffect(() => {
    if (projectId === undefined || documentId === null) return;
    void useCodex.getState().readChapter(projectId, documentId);
  }, [projectId, documentId, savedVersion]);
}
