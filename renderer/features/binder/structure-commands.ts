/** Commands that change how the book is parted into chapters. */
import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { openDocumentInfo, useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { askForVolume } from './actions.ts';
import { canSplit, chapterAfter, mergeWithNext, splitAtCaret } from './split-merge.ts';

const canMerge = () => {
  const { project, documentId } = useSession.getState();
  return project?.readOnly === false && chapterAfter(documentId) !== null;
};

/** Null also where nothing may be changed. */
const openChapter = () => {
  const state = useSession.getState();
  return state.project?.readOnly === false ? openDocumentInfo(state) : null;
};

export function useStructureCommands(): void {
  const { t } = useWords();
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'chapter.split',
          onPage: true,
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
        {
          id: 'chapter.volume',
          titleKey: 'binder:commands.volume',
          group: 'writing',
          when: () => openChapter() !== null,
          run: () => {
            const chapter = openChapter();
            if (chapter !== null) askForVolume({ documentId: chapter.documentId });
          },
        },
        {
          id: 'volume.rename',
          titleKey: 'binder:commands.renameVolume',
          group: 'writing',
          when: () => (openChapter()?.group ?? '') !== '',
          run: () => {
            const chapter = openChapter();
            if (chapter !== null) askForVolume({ volume: chapter.group });
          },
        },
      ],
      [t],
    ),
  );
}
