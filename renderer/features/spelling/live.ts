import { useEffect } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { forgetKnown, setKnown } from './store.ts';

const isOpen = (projectId: string): boolean =>
  useSession.getState().project?.projectId === projectId;

const readTaught = async (projectId: string): Promise<void> => {
  const { words } = await call('spelling:words:list', { projectId });
  if (isOpen(projectId)) setKnown({ taught: words });
};

const readNames = async (projectId: string): Promise<void> => {
  const { items } = await call('knowledge:entities:list', { projectId });
  if (isOpen(projectId))
    setKnown({ names: items.flatMap(({ name, aliases }) => [name, ...aliases]) });
};

/** Knows what the open book lets stand, and follows it. Mounted once, by the desk. */
export function useSpellingFollowing(): void {
  const projectId = useSession(({ project }) =>
    project?.language === 'en' ? project.projectId : undefined,
  );
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection events were missed
  useEffect(() => {
    if (projectId === undefined) return;
    const follow =
      (read: (projectId: string) => Promise<void>) => (changed: { projectId: string }) => {
        if (changed.projectId === projectId) read(projectId).catch(reportFailure);
      };
    follow(readTaught)({ projectId });
    follow(readNames)({ projectId });
    const endings = [
      on('spelling:changed', follow(readTaught)),
      on('knowledge:changed', follow(readNames)),
      forgetKnown,
    ];
    return () => {
      for (const end of endings) end();
    };
  }, [projectId, returns]);
}
