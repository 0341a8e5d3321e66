/** The ways to the reports, and from one place of a line to the next. */
import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { openReports, useReports, walkPlaces } from './store.ts';

const isWalking = (): boolean => useReports.getState().walk !== null;

export function useReportCommands(): void {
  const { t } = useWords();
  const commands = useMemo(
    (): Command[] => [
      {
        id: 'reports.open',
        titleKey: 'reports:commands.open',
        alsoKey: 'palette:also.reports',
        group: 'view',
        shortcut: 'Mod+Alt+4',
        when: () => useSession.getState().project !== null,
        run: openReports,
      },
      {
        id: 'reports.next',
        titleKey: 'reports:commands.next',
        group: 'writing',
        shortcut: 'Mod+Alt+PageDown',
        when: isWalking,
        run: () => void walkPlaces(1, t),
      },
      {
        id: 'reports.previous',
        titleKey: 'reports:commands.previous',
        group: 'writing',
        shortcut: 'Mod+Alt+PageUp',
        when: isWalking,
        run: () => void walkPlaces(-1, t),
      },
    ],
    [t],
  );
  useCommands(commands);
}
