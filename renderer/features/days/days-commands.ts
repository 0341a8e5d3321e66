import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';

/** The way to the days of writing; quiet until asked for. */
export function useDaysCommands(): void {
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'days.open',
          titleKey: 'days:commands.open',
          alsoKey: 'palette:also.days',
          group: 'writing',
          when: () => useSession.getState().project !== null,
          run: () => openDialog('days'),
        },
      ],
      [],
    ),
  );
}
