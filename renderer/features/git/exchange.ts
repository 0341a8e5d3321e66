/** What the writer asks git for, and what is said of it after. */
import { flushEdits } from '#renderer/app/flush.ts';
import { loadGit } from '#renderer/app/git.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';

/** Keeps a version now; an empty message is written by the program. */
export const commitNow = async (
  t: Translate,
  projectId: string,
  message: string,
): Promise<string> => {
  await flushEdits();
  const given = message.trim() === '' ? {} : { message: message.trim() };
  const { committed } = await call('git:commit', { projectId, ...given });
  await loadGit(projectId);
  return t(committed ? 'git:committed' : 'git:unchanged');
};

/**
 * Pulls, then pushes unless a chapter waits for a decision now. Both stand among the jobs, and go on without this page.
 * @param attend told the name of each when it has ended, by who tells of it however it went
 */
export const exchangeNow = async (
  t: Translate,
  projectId: string,
  attend: (jobId: string) => void = () => undefined,
): Promise<string> => {
  await flushEdits();
  const named = <T>(ask: (input: { projectId: string; taskId: string }) => Promise<T>) => {
    const taskId = crypto.randomUUID();
    return ask({ projectId, taskId }).finally(() => attend(taskId));
  };
  try {
    const { files, conflicts } = await named((input) => call('git:pull', input));
    if (conflicts > 0) return t('git:conflicts', { count: conflicts });
    const { commits } = await named((input) => call('git:push', input));
    return files === 0 && commits === 0
      ? t('git:upToDate')
      : t('git:exchanged', { files, commits });
  } finally {
    await loadGit(projectId);
  }
};
