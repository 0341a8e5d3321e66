/** The words the writer teaches the open book. */

import { makeStep, notify } from '#renderer/app/notices.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { setKnown } from './store.ts';

async function change(channel: 'spelling:words:add' | 'spelling:words:remove', word: string) {
  const projectId = useSession.getState().project?.projectId;
  if (projectId === undefined) return false;
  try {
    const { words } = await call(channel, { projectId, word });
    if (useSession.getState().project?.projectId === projectId) setKnown({ taught: words });
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

export const forgetWord = (word: string): Promise<boolean> => change('spelling:words:remove', word);

/** Lets a word stand in this book, with a way back. */
export async function teachWord(t: Translate, word: string): Promise<void> {
  await makeStep(async () => {
    if (!(await change('spelling:words:add', word))) return;
    notify({
      place: 'dock',
      text: t('spelling:taught', { word }),
      undo: () => void forgetWord(word),
    });
  });
}
