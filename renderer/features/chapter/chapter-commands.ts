import { chapterToChange } from '#renderer/app/chapter-meant.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openChapterSettings } from './store.ts';

const commands: readonly Command[] = [
  {
    id: 'chapter.settings',
    titleKey: 'chapter:command',
    alsoKey: 'palette:also.chapter',
    hintKey: 'chapter:commandHint',
    group: 'writing',
    shortcut: 'Shift+F2',
    when: () => chapterToChange() !== null,
    run: () => {
      const chapter = chapterToChange();
      if (chapter !== null) openChapterSettings(chapter.documentId);
    },
  },
];

/** Mounted once, by the desk. */
export const useChapterCommands = (): void => useCommands(commands);
