import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';

/** The way to what came changed from outside. */
export function useOutsideCommands(): void {
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'outside.open',
          titleKey: 'outside:commands.open',
          group: 'writing',
          when: () => useSession.getState().project !== null,
          run: () => openDialog('outside'),
        },
      ],
      [],
    ),
  );
}
