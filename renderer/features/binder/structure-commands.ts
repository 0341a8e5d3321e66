/** Commands that change how the book is parted into chapters. */
import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { canSplit, chapterAfter, mergeWithNext, splitAtCaret } from './split-merge.ts';

const canMerge = () => {
  const { project, documentId } = useSession.getState();
  return project?.readOnly === false && chapterAfter(documentId) !== null;
};

export function useStructureCommands(): void {
  const { t } = useWords();
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'chapter.split',
          titleKey: 'binder:commands.split',
          group: 'writing',
          shortcut: 'Mod+Alt+Enter',
          when: canSplit,
          run: () => {
            splitAtCaret(t).catch(reportFailure);
          },
        },
        {
          id: 'chapter.merge',
          titleKey: 'binder:commands.merge',
          group: 'writing',
          when: canMerge,
          run: () => {
            const { documentId } = useSession.getState();
            if (documentId !== null) mergeWithNext(t, documentId).catch(reportFailure);
          },
        },
      ],
      [t],
    ),
  );
}
