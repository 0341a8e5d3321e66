/** The ways to the synopses that a model proposes. */
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
    when: () => {
      const { project, documentId } = useSession.getState();
      return project?.readOnly === false && documentId !== null;
    },
    run: () => {
      const { documentId } = useSession.getState();
      if (documentId !== null) void proposeSynopsis(documentId);
    },
  },
];

export const useSynopsisCommands = (): void => useCommands(commands);
