/** The way to the contradictions of the book. */
import { openBookView } from '#renderer/app/book-view.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useSession } from '#renderer/app/session.ts';

const commands: readonly Command[] = [
  {
    id: 'contradictions.open',
    titleKey: 'contradictions:commands.open',
    alsoKey: 'palette:also.contradictions',
    group: 'view',
    when: () => useSession.getState().project !== null,
    run: () => openBookView('contradictions'),
  },
];

export const useContradictionCommands = (): void => useCommands(commands);
