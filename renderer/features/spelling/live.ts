import { useEffect } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { createReading } from '#renderer/app/reading.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { forgetKnown, setKnown } from './store.ts';
import { readTaught } from './taught-words.ts';

const readNames = createReading({
  ask: (projectId) => call('knowledge:entities:list', { projectId }),
  show: ({ items }) =>
    setKnown({ names: items.flatMap(({ name, aliases }) => [name, ...aliases]) }),
  fail: reportFailure,
});

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
        if (changed.projectId === projectId) void read(projectId);
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
