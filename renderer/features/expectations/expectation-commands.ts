import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';

/** The way to what is expected of the book's requests. */
export function useExpectationCommands(): void {
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'expectations.open',
          titleKey: 'expectations:commands.open',
          group: 'writing',
          when: () => useSession.getState().project !== null,
          run: () => openDialog('expectations'),
        },
      ],
      [],
    ),
  );
}
