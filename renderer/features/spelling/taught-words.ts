/** The words the writer teaches the open book. */

import { createInOrder } from '#renderer/app/last-asked.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { isOpenProject, openProjectId } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { setKnown } from './store.ts';

const begin = createInOrder();

async function showAnswer(projectId: string, asking: Promise<{ words: string[] }>): Promise<void> {
  const mayShow = begin();
  const { words } = await asking;
  if (isOpenProject(projectId) && mayShow()) setKnown({ taught: words });
}

export const readTaught = (projectId: string): Promise<void> =>
  showAnswer(projectId, call('spelling:words:list', { projectId })).catch(reportFailure);

async function change(channel: 'spelling:words:add' | 'spelling:words:remove', word: string) {
  const projectId = openProjectId();
  if (projectId === undefined) return false;
  try {
    await showAnswer(projectId, call(channel, { projectId, word }));
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
    const projectId = openProjectId();
    if (projectId === undefined || !(await change('spelling:words:add', word))) return;
    offerUndo({
      projectId,
      place: 'dock',
      text: t('spelling:taught', { word }),
      undo: () => showAnswer(projectId, call('spelling:words:remove', { projectId, word })),
    });
  });
}
