import { type Command, useCommands } from '#renderer/app/commands.ts';
import { chooseImport } from './store.ts';

const commands: readonly Command[] = [
  {
    id: 'project.import',
    titleKey: 'import:command',
    group: 'project',
    run: chooseImport,
  },
];

export function useImportCommands(): void {
  useCommands(commands);
}
