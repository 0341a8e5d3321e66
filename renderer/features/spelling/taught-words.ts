/** The words the writer teaches the open book. */

import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
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

export const knowAgain = (word: string): Promise<boolean> => change('spelling:words:add', word);
export const forgetWord = (word: string): Promise<boolean> => change('spelling:words:remove', word);

/** Lets a word stand in this book, with a way back. */
export async function teachWord(t: Translate, word: string): Promise<void> {
  await inTurn(async () => {
    const projectId = useSession.getState().project?.projectId;
    if (projectId === undefined || !(await change('spelling:words:add', word))) return;
    offerUndo({
      projectId,
      place: 'dock',
      text: t('spelling:taught', { word }),
      undo: () => forgetWord(word),
    });
  });
}
