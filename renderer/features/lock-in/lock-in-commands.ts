import { openDialog } from '#renderer/app/dialogs.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useSession } from '#renderer/app/session.ts';

/** The page is there to be written on. */
const canWrite = (): boolean => {
  const { project, documentId } = useSession.getState();
  return documentId !== null && project?.readOnly === false;
};

const commands: readonly Command[] = [
  {
    id: 'lockIn.open',
    titleKey: 'lock-in:commands.open',
    alsoKey: 'palette:also.lockIn',
    group: 'writing',
    when: canWrite,
    run: () => openDialog('lockIn'),
  },
];

export const useLockInCommands = (): void => useCommands(commands);
