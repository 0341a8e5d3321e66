/** Sentences that may echo the thread that is looked at: the writer counts one, or says that it is none (N13). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { closeBookView } from '#renderer/app/book-view.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { notify } from '#renderer/app/notices.ts';
import { openProjectId, useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { EchoProposal } from '#shared/domain/thread.ts';
import { type ListedThread, markPlace } from './store.ts';

type EchoesState = { threadId: string | null; items: readonly EchoProposal[]; failure: unknown };

const nothing: EchoesState = { threadId: null, items: [], failure: null };

export const useEchoes = create<EchoesState>()(() => nothing);

const isShown = (threadId: string): boolean => useEchoes.getState().threadId === threadId;

/** What was read of another thread is not shown meanwhile. */
async function readEchoes(threadId: string): Promise<void> {
  const projectId = openProjectId();
  if (projectId === undefined) return;
  if (!isShown(threadId)) useEchoes.setState({ ...nothing, threadId });
  try {
    const { items } = await call('threads:echoes', { projectId, threadId });
    if (isShown(threadId)) useEchoes.setState({ items, failure: null });
  } catch (failure) {
    if (isShown(threadId)) useEchoes.setState({ failure });
  }
}

/** Reads them when a thread is looked at, and again when it, or a chapter, is another. */
export function useEchoesOf(thread: ListedThread): EchoesState {
  useEffect(() => void readEchoes(thread.threadId), [thread]);
  useEffect(() => () => useEchoes.setState(nothing), []);
  return useEchoes();
}

/** `said` is shown with the undo. */
export const decideEcho = (
  { threadId }: ListedThread,
  { documentId, start, end, quote }: EchoProposal,
  { kind, said }: { kind: 'echoed' | 'refused'; said: string },
): Promise<void> =>
  inTurn(async () => {
    const projectId = openProjectId();
    if (projectId === undefined) return;
    // Gone from the list at once: the same is not decided twice. Where it fails, the next reading brings it back.
    useEchoes.setState(({ items }) => ({
      items: items.filter((one) => one.documentId !== documentId || one.start !== start),
    }));
    const marked = await markPlace({ threadId, kind, documentId, start, end, quote });
    // What another window had marked so before is its step to take back.
    if (!marked?.isNew) return;
    const { placeId } = marked;
    const undo = () => call('threads:unmark', { projectId, threadId, placeId });
    offerUndo({ projectId, place: 'binder', text: said, undo });
  });

/** Shows it in its chapter, where it stands by now. */
export async function openEcho(
  { threadId }: ListedThread,
  { documentId, quote }: EchoProposal,
  t: Translate,
): Promise<void> {
  try {
    await flushEdits();
  } catch (failure) {
    useEchoes.setState({ failure });
    return;
  }
  await readEchoes(threadId);
  const { items, failure } = useEchoes.getState();
  if (!isShown(threadId) || failure !== null) return;
  const now = items.find((one) => one.documentId === documentId && one.quote === quote);
  if (!now) return notify({ place: 'binder', text: t('threads:echo.gone') });
  closeBookView();
  useSession.getState().openDocument(documentId, { start: now.start, end: now.end });
}
