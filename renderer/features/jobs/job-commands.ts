/** The way to all long work (W9). */
import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openDialog } from '#renderer/app/dialogs.ts';

export function useJobCommands(): void {
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'jobs.open',
          titleKey: 'jobs:commands.open',
          alsoKey: 'palette:also.jobs',
          group: 'view',
          when: () => true,
          run: () => openDialog('jobs'),
        },
      ],
      [],
    ),
  );
}
