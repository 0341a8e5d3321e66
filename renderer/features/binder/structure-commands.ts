/** Commands that change how the book is parted into chapters. */
import { useMemo } from 'react';
import { chapterToChange, volumeToChange } from '#renderer/app/chapter-meant.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { askForVolume } from './actions.ts';
import { canSplit, chapterAfter, mergeWithNext, splitAtCaret } from './split-merge.ts';

const canMerge = () => chapterAfter(chapterToChange()?.documentId ?? null) !== null;

export function useStructureCommands(): void {
  const { t } = useWords();
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'chapter.split',
          onPage: true,
          titleKey: 'binder:commands.split',
          alsoKey: 'palette:also.split',
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
          alsoKey: 'palette:also.merge',
          group: 'writing',
          when: canMerge,
          run: () => {
            const chapter = chapterToChange();
            if (chapter !== null) mergeWithNext(t, chapter.documentId).catch(reportFailure);
          },
        },
        {
          id: 'chapter.volume',
          titleKey: 'binder:commands.volume',
          alsoKey: 'palette:also.volume',
          group: 'writing',
          when: () => chapterToChange() !== null,
          run: () => {
            const chapter = chapterToChange();
            if (chapter !== null) askForVolume({ documentId: chapter.documentId });
          },
        },
        {
          id: 'volume.rename',
          titleKey: 'binder:commands.renameVolume',
          alsoKey: 'palette:also.volumeRename',
          group: 'writing',
          when: () => volumeToChange() !== '',
          run: () => {
            const volume = volumeToChange();
            if (volume !== '') askForVolume({ volume });
          },
        },
      ],
      [t],
    ),
  );
}
