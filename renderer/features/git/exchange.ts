/** What the writer asks git for, and what is said of it after. */
import { flushEdits } from '#renderer/app/flush.ts';
import { loadGit } from '#renderer/app/git.ts';
import { nameWork } from '#renderer/app/job-list.ts';
import { isOpenProject } from '#renderer/app/session.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';

/** Of a book that is shown no more nothing is read: its state would stand in another one. */
const readAgain = async (projectId: string): Promise<void> => {
  if (isOpenProject(projectId)) await loadGit(projectId);
};

type Version = {
  /** An empty one is written by the program. */
  message: string;
  /** The version is there, with the message. */
  onCommitted?: () => void;
};

/** Keeps a version now, where there is something to keep. */
export const commitNow = async (
  t: Translate,
  projectId: string,
  { message, onCommitted }: Version,
): Promise<string> => {
  await flushEdits();
  const given = message.trim() === '' ? {} : { message: message.trim() };
  const { committed } = await call('git:commit', { projectId, ...given });
  if (committed) onCommitted?.();
  await readAgain(projectId);
  return t(committed ? 'git:committed' : 'git:unchanged');
};

type ExchangeOptions = {
  /** Gives each its name: of one that is attended only who asked tells the end. */
  named?: <T>(ask: (taskId: string) => Promise<T>) => Promise<T>;
  /** Called off when all is pulled already, nothing is pushed. */
  signal?: AbortSignal;
};

/**
 * Pulls, then pushes unless a chapter waits for a decision now. Both stand among the jobs, and go on without this page.
 */
export const exchangeNow = async (
  t: Translate,
  projectId: string,
  { named = (ask) => ask(nameWork()), signal }: ExchangeOptions = {},
): Promise<string> => {
  await flushEdits();
  try {
    const { files, conflicts } = await named((taskId) => call('git:pull', { projectId, taskId }));
    if (conflicts > 0) return t('git:conflicts', { count: conflicts });
    if (signal?.aborted) return t('git:notPushed', { files });
    const { commits } = await named((taskId) => call('git:push', { projectId, taskId }));
    return files === 0 && commits === 0
      ? t('git:upToDate')
      : t('git:exchanged', { files, commits });
  } finally {
    await readAgain(projectId);
  }
};
