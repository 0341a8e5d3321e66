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

/** Pulls, then pushes unless a chapter waits for a decision now. */
export const exchangeNow = async (t: Translate, projectId: string): Promise<string> => {
  await flushEdits();
  try {
    const { files, conflicts } = await call('git:pull', { projectId });
    if (conflicts > 0) return t('git:conflicts', { count: conflicts });
    const { commits } = await call('git:push', { projectId });
    return files === 0 && commits === 0
      ? t('git:upToDate')
      : t('git:exchanged', { files, commits });
  } finally {
    await loadGit(projectId);
  }
};
