import { useEffect, useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { undoLast } from './carry-out.ts';
import { forgetSearch, openReplace, useReplace } from './store.ts';
import { useLatestReplacement } from './use-latest.ts';

const hasProject = () => useSession.getState().project !== null;

/** Another book has another search. */
function useForgetting(): void {
  const projectId = useSession(({ project }) => project?.projectId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is open
  useEffect(() => forgetSearch, [projectId]);
}

/** The whole book's search, its renaming, and the way back from the last replacement. */
export function useReplaceCommands(): void {
  const { t } = useWords();
  useLatestReplacement();
  useForgetting();
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'book.replace',
          titleKey: 'replace:commands.replace',
          group: 'writing',
          shortcut: 'Mod+Shift+H',
          when: hasProject,
          run: () => openReplace(),
        },
        {
          id: 'book.rename',
          titleKey: 'replace:commands.rename',
          group: 'writing',
          when: hasProject,
          run: () => openReplace({ mode: 'rename' }),
        },
        {
          id: 'book.undoReplacement',
          titleKey: 'replace:commands.undo',
          group: 'writing',
          when: () => useReplace.getState().undoId !== null,
          run: () => {
            undoLast(t).catch(reportFailure);
          },
        },
      ],
      [t],
    ),
  );
}
