import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openSettings } from '#renderer/app/dialogs.ts';
import { useGit } from '#renderer/app/git.ts';
import { askAttended } from '#renderer/app/job-list.ts';
import { notify } from '#renderer/app/notices.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { isOpenProject, openProjectId } from '#renderer/app/session.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { commitNow, exchangeNow } from './exchange.ts';

const openId = (): string | null => openProjectId() ?? null;

const isKept = (): boolean => openId() !== null && useGit.getState().state?.enabled === true;

const carryOut = (work: (projectId: string) => Promise<string>) => (): void => {
  const projectId = openId();
  if (projectId === null) return;
  work(projectId)
    .then((text) => {
      // In another book it would be taken for that one's.
      if (isOpenProject(projectId)) notify({ text, place: 'binder' });
    })
    .catch(reportFailure);
};

const commands = (t: Translate): Command[] => [
  {
    id: 'git.open',
    titleKey: 'git:commands.open',
    group: 'project',
    when: () => openId() !== null,
    run: () => openSettings('backups'),
  },
  {
    id: 'git.commit',
    titleKey: 'git:commands.commit',
    group: 'project',
    when: isKept,
    run: carryOut((projectId) => commitNow(t, projectId, { message: '' })),
  },
  {
    id: 'git.exchange',
    titleKey: 'git:commands.exchange',
    group: 'project',
    when: isKept,
    run: carryOut((projectId) => exchangeNow(t, projectId, { named: askAttended })),
  },
];

/** The versions git keeps, from the palette. */
export function useGitCommands(): void {
  const { t } = useWords();
  useCommands(useMemo(() => commands(t), [t]));
}
