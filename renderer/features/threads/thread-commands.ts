/** The ways to the threads of the book, and to marking one. */
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { openThreads } from './store.ts';

const commands: readonly Command[] = [
  {
    id: 'threads.open',
    titleKey: 'threads:commands.open',
    alsoKey: 'palette:also.threads',
    group: 'view',
    shortcut: 'Mod+Alt+3',
    when: () => useSession.getState().project !== null,
    run: () => openThreads(),
  },
  {
    id: 'threads.mark',
    titleKey: 'threads:commands.mark',
    group: 'writing',
    when: () => useSession.getState().project?.readOnly === false,
    run: () => openDialog('thread'),
  },
];

export const useThreadCommands = (): void => useCommands(commands);
