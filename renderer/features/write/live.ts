import { interfaceLanguages } from '#shared/domain/interface-language.ts';
import { useEffect } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { showWaitingFindings } from '#renderer/features/findings/index.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { on } from '#renderer/rpc/index.ts';
import { withDelta, withDone, withFailed, withLookedUp, withSecondTry } from './run-view.ts';
import { useWrite } from './store.ts';

const write = () => useWrite.getState();

function follow(): () => void {
  const endings = [
    on('ai:delta', ({ runId, text }) => write().change(runId, (run) => withDelta(run, text))),
    on('ai:retrying', ({ runId, attempt, delay, code }) =>
      write().change(runId, (run) => ({ ...run, retry: { attempt, delay, code } })),
    ),
    on('ai:lookingUp', ({ runId }) =>
      write().change(runId, (run) => ({ ...run, isLookingUp: true })),
    ),
    on('ai:lookedUp', (told) => write().change(told.runId, (run) => withLookedUp(run, told))),
    on('ai:regenerating', (again) =>
      write().change(again.runId, (run) => withSecondTry(run, again)),
    ),
    on('ai:done', (done) => write().change(done.runId, (run) => withDone(run, done))),
    on('ai:candidates:changed', ({ projectId }) => {
      if (projectId === write().projectId) void write().load(projectId);
    }),
    on('ai:failed', (failed) => write().change(failed.runId, (run) => withFailed(run, failed))),
  ];
  endings.push(
    useWrite.subscribe(({ runs }, before) => {
      if (runs !== before.runs) showWaitingFindings(runs);
    }),
  );
  return () => {
    for (const end of endings) end();
  };
}

/** Hears what runs tell, also while the tab is closed. Mounted once, by the desk. */
export function useWriteFollowing(): void {
  const { language } = useWords();
  const projectId = useSession((session) => session.project?.projectId);
  const returns = useConnection((state) => state.returns);
  useEffect(follow, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection it is read again
  useEffect(() => {
    if (projectId !== undefined) void write().load(projectId);
  }, [projectId, returns]);
  useEffect(() => {
    const { bookLanguage } = interfaceLanguages[language];
    void write().loadSkills(bookLanguage);
    // The writer's own are files, which are changed outside.
    const refresh = (): void => void write().refreshSkills(bookLanguage);
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [language]);
}
