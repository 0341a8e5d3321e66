import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';

const commands: readonly Command[] = [
  {
    id: 'project.export',
    titleKey: 'export:command',
    alsoKey: 'palette:also.export',
    group: 'project',
    shortcut: 'Mod+Alt+E',
    when: () => (useSession.getState().project?.documents.length ?? 0) > 0,
    run: () => openDialog('export'),
  },
];

export const useExportCommands = (): void => useCommands(commands);
