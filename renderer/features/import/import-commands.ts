import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { chooseImport } from './store.ts';

const commands: readonly Command[] = [
  {
    id: 'project.import',
    titleKey: 'import:command',
    alsoKey: 'palette:also.import',
    group: 'project',
    run: chooseImport,
  },
  {
    id: 'project.openBundle',
    titleKey: 'import:bundle.command',
    group: 'project',
    run: () => openDialog('bundle'),
  },
];

export function useImportCommands(): void {
  useCommands(commands);
}
