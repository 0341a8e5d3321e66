/** The ways to where the words of the book come from; quiet until asked for. */
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { toggleTint } from './store.ts';

const isOpen = (): boolean => useSession.getState().project !== null;

const commands: readonly Command[] = [
  {
    id: 'origins.tint',
    titleKey: 'origins:commands.tint',
    group: 'view',
    shortcut: 'Mod+Alt+5',
    when: isOpen,
    run: toggleTint,
  },
  {
    id: 'origins.open',
    titleKey: 'origins:commands.open',
    group: 'view',
    when: isOpen,
    run: () => openDialog('origins'),
  },
];

export const useOriginCommands = (): void => useCommands(commands);
