import { useEffect } from 'react';
import { useAsking } from '#renderer/app/asking.ts';
import { useConnection } from '#renderer/app/connection.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { isOpenProject, useSession } from '#renderer/app/session.ts';
import { on } from '#renderer/rpc/index.ts';
import { isElsewhere } from './request-now.ts';
import { useInspect } from './store.ts';

const inspect = () => useInspect.getState();

const ofThisProject =
  (react: () => void) =>
  ({ projectId }: { projectId: string }): void => {
    if (isOpenProject(projectId)) react();
  };

function follow(): () => void {
  const again = ofThisProject(() => inspect().refreshSoon());
  const anew = ofThisProject(() => {
    inspect().forgetNames();
    inspect().refreshSoon();
  });
  const endings = [
    useSession.subscribe((now, before) => {
      if (now.documentId !== before.documentId) inspect().forgetChoices();
      if (isElsewhere(now, before)) inspect().refreshSoon();
    }),
    useAsking.subscribe((now, before) => {
      if (now.skillId !== before.skillId) void inspect().refresh();
      else if (now !== before) inspect().refreshSoon();
    }),
    usePreferences.subscribe((now, before) => {
      const { debugMode, allowLaterChapters } = now.settings;
      const changed =
        debugMode !== before.settings.debugMode ||
        allowLaterChapters !== before.settings.allowLaterChapters;
      if (changed) inspect().refreshSoon();
    }),
    on('constraints:changed', anew),
    on('knowledge:changed', anew),
    on('memory:changed', again),
    on('threads:changed', again),
    on('ai:models:changed', () => inspect().refreshSoon()),
    on('budget:changed', again),
    on('project:changed', again),
    on('retrieval:progress', (progress) => {
      if (progress.status.state === 'idle') again(progress);
    }),
    on(
      'context:assembled',
      ofThisProject(() => {
        if (inspect().requests !== null) void inspect().loadRequests();
      }),
    ),
  ];
  void inspect().refresh();
  return () => {
    for (const end of endings) end();
    inspect().clear();
  };
}

/**
 * Keeps the inspection up to date with the caret, the saved text what is asked for and everything that goes into a request, also
 * while the tab is closed: the status bar shows its ribbon. Mounted once, by the desk.
 */
export function useInspectFollowing(): void {
  useEffect(follow, []);
  const returns = useConnection((state) => state.returns);
  useEffect(() => {
    if (returns > 0) inspect().refreshSoon();
  }, [returns]);
}
