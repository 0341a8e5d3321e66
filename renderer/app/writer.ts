/** Who writes in a book that can only be read here, and the way to write in it once nobody does (F17). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '#renderer/rpc/index.ts';
import type { ProjectWriter } from '#shared/domain/project.ts';
import { useConnection } from './connection.ts';
import { reportFailure } from './report-failure.ts';
import { useSession } from './session.ts';

/** Another program that ends tells nobody: it is looked for while the page can be seen. */
const lookAgainMs = 5_000;

/** Null until it is known, and where this window writes. */
export const useWriter = create<{ writer: ProjectWriter | null; taking: boolean }>()(() => ({
  writer: null,
  taking: false,
}));

const isReading = (projectId: string): boolean => {
  const { project } = useSession.getState();
  return project?.projectId === projectId && project.readOnly;
};

async function look(projectId: string): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  try {
    const { writer } = await call('projects:writer', { projectId });
    if (!isReading(projectId)) return;
    // Another page of this program has taken the book over, and the word of it was missed.
    if (writer === 'here')
      useSession.getState().setSettled(await call('projects:get', { projectId }));
    else useWriter.setState({ writer });
  } catch {
    // The next look tells; a lost connection is told of by itself.
  }
}

/** The book is written here from now on; the page stays as it is. */
export async function writeHere(): Promise<void> {
  const { project } = useSession.getState();
  if (project === null || useWriter.getState().taking) return;
  useWriter.setState({ taking: true });
  try {
    const taken = await call('projects:takeOver', { projectId: project.projectId });
    const session = useSession.getState();
    session.setSettled(taken);
    session.setDocuments(taken.projectId, taken.documents);
  } catch (error) {
    reportFailure(error);
    await look(project.projectId);
  } finally {
    useWriter.setState({ taking: false });
  }
}

/** Looks now and then, and when the writer comes back to the page, while the open book can only be read. */
export function useWriterFollowing(): void {
  const projectId = useSession(({ project }) => (project?.readOnly ? project.projectId : null));
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection it may be another one
  useEffect(() => {
    if (projectId === null) return undefined;
    const lookNow = () => void look(projectId);
    lookNow();
    const interval = setInterval(lookNow, lookAgainMs);
    window.addEventListener('focus', lookNow);
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      clearInterval(interval);
      window.removeEventListener('focus', lookNow);
      document.removeEventListener('visibilitychange', lookNow);
      useWriter.setState({ writer: null });
    };
  }, [projectId, returns]);
}
