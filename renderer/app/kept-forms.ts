/** What stands in this page's forms, kept by the program, and what pages that are gone left in theirs (W4, W10). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { failureOf } from '#renderer/i18n/failure.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { call, onClosing } from '#renderer/rpc/index.ts';
import { useConnection } from './connection.ts';
import { createFormDrafts, inCalls, toldOf, type WaitingForm } from './form-drafts.ts';
import { formKinds, formOf, kindOf } from './form-kind.ts';
import { notify } from './notices.ts';
import { reportFailure } from './report-failure.ts';
import { isOpenProject, useSession } from './session.ts';

type KeptForms = {
  /** The book whose forms were asked for; null before. */
  projectId: string | null;
  /** Forms of that book that hold something and are not open. */
  waiting: readonly WaitingForm[];
};

export const useKeptForms = create<KeptForms>()(() => ({ projectId: null, waiting: [] }));

const pageId = crypto.randomUUID();
const pageLock = (id: string): string => `fabula page ${id}`;

/** Held for as long as this page lives: no other one takes what stands in its forms for left behind. */
const locks = navigator.locks as LockManager | undefined;
locks?.request(pageLock(pageId), () => new Promise(() => undefined)).catch(reportFailure);

/** A book that was forgotten took what stood in its forms with it. */
const unlessForgotten = async <T>(made: Promise<T>): Promise<T | null> => {
  try {
    return await made;
  } catch (error) {
    if (failureOf(error).code === 'PROJECT_NOT_FOUND') return null;
    throw error;
  }
};

export const formDrafts = createFormDrafts({
  async keep(projectId, drafts) {
    const kept = await unlessForgotten(call('forms:keep', { projectId, pageId, drafts }));
    return kept?.lost ?? [];
  },
  drop: (projectId, draftIds) => unlessForgotten(call('forms:drop', { projectId, draftIds })),
  makeId: () => crypto.randomUUID(),
  onFailure(error) {
    // The desk says that itself, and what is not told is told when the program is back.
    if (failureOf(error).code !== 'HOST_UNREACHABLE') reportFailure(error);
  },
  onWaiting() {
    const { projectId } = useKeptForms.getState();
    if (projectId === null) return;
    useKeptForms.setState({ waiting: formDrafts.waiting(projectId) });
  },
});

async function takeOver(projectId: string): Promise<void> {
  const { items } = await call('forms:list', { projectId });
  const held = (await locks?.query())?.held ?? [];
  const living = new Set(held.map(({ name }) => name));
  const left = items
    .filter((one) => !formDrafts.has(one.draftId) && !living.has(pageLock(one.pageId)))
    .map((one) => ({ ...one, step: one.step + 1 }));
  for (const calling of inCalls(left)) {
    const drafts = calling.map((one) => ({ ...toldOf(one), takenFrom: one.pageId }));
    // Of two pages that come for the same drafts one has them.
    const { lost } = await call('forms:keep', { projectId, pageId, drafts });
    formDrafts.put(
      projectId,
      calling.filter(({ draftId }) => !lost.includes(draftId)),
    );
  }
}

/** The forms that wait; in a book that was closed meanwhile, none. */
async function readLeft(projectId: string): Promise<readonly WaitingForm[]> {
  await takeOver(projectId).catch(reportFailure);
  if (!isOpenProject(projectId)) return [];
  const waiting = formDrafts.waiting(projectId);
  useKeptForms.setState({ projectId, waiting });
  return waiting;
}

/** What is kept of a chapter that is gone waits for it to come back. */
const canBeOpened = ({ form }: WaitingForm): boolean => {
  const { documents = [] } = useSession.getState().project ?? {};
  const kind = kindOf(form);
  if (kind !== 'chapter' && kind !== 'versionName') return true;
  return documents.some(({ documentId }) => form.startsWith(formOf(kind, documentId)));
};

function tellLeft(t: Translate, waiting: readonly WaitingForm[]): void {
  const kinds = new Set(waiting.filter(canBeOpened).map(({ form }) => kindOf(form)));
  const named = formKinds.filter((kind) => kinds.has(kind));
  if (named.length === 0) return;
  const forms = named.map((kind) => t(`app:kept.kinds.${kind}`)).join(t('app:kept.and'));
  notify({ place: 'dock', text: t('app:kept.left', { forms }) });
}

/** Keeps what stands in forms of the open book. Mounted once, by the desk, before what has forms. */
export function useKeptFormsFollowing(): void {
  const { t } = useWords();
  const projectId = useSession(({ project }) =>
    project?.readOnly === false ? project.projectId : undefined,
  );
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection it is asked for again
  useEffect(() => {
    if (projectId === undefined) return;
    void readLeft(projectId).then((waiting) => tellLeft(t, waiting));
  }, [projectId, returns, t]);
  useEffect(() => {
    if (projectId === undefined) return;
    return () => {
      formDrafts.leaveBook(projectId);
      useKeptForms.setState({ projectId: null, waiting: [] });
    };
  }, [projectId]);
  useEffect(() => onClosing(() => formDrafts.flush()), []);
}
