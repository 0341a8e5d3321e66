/** The ways to the synopses that a model proposes. */
import { chapterToChange } from '#renderer/app/chapter-meant.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useSession } from '#renderer/app/session.ts';
import { openSynopses, proposeSynopsis } from './store.ts';

const commands: readonly Command[] = [
  {
    id: 'synopses.open',
    titleKey: 'synopses:commands.open',
    group: 'writing',
    when: () => useSession.getState().project?.readOnly === false,
    run: openSynopses,
  },
  {
    id: 'synopses.propose',
    titleKey: 'synopses:commands.propose',
    group: 'writing',
    when: () => chapterToChange() !== null,
    run: () => {
      const chapter = chapterToChange();
      if (chapter !== null) void proposeSynopsis(chapter.documentId);
    },
  },
];

export const useSynopsisCommands = (): void => useCommands(commands);
