import { useEffect } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { isOpenProject, useSession } from '#renderer/app/session.ts';
import { on } from '#renderer/rpc/index.ts';
import { onWaitingFindings, setWaitingPlaces } from '#renderer/features/findings/index.ts';
import { drawPending, findingPlaces } from './page-marks.ts';
import { loadCandidates, useCandidates } from './store.ts';

const read = async (): Promise<void> => {
  const { project } = useSession.getState();
  if (project === null) return;
  await loadCandidates(project.projectId);
  drawPending();
};

/** Keeps what waits in the page up to date, from the start on. Mounted once, by the desk. */
export function useCandidatesFollowing(): void {
  const chaptersShown = useCandidates((state) => state.chaptersShown);
  const projectId = useSession((session) => session.project?.projectId);
  const documentId = useSession((session) => session.documentId);
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chapter's saved text is asked about anew, once it is on the page
  useEffect(() => {
    void read();
  }, [chaptersShown, projectId, documentId, returns]);
  useEffect(() => {
    setWaitingPlaces(findingPlaces);
    const endings = [
      on('ai:candidates:changed', (changed) => {
        if (isOpenProject(changed.projectId)) void read();
      }),
      onWaitingFindings(drawPending),
    ];
    return () => {
      for (const end of endings) end();
    };
  }, []);
}
