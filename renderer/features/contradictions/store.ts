/** The contradictions of the open book (N15). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { closeBookView } from '#renderer/app/book-view.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { runTask, type TaskState } from '#renderer/app/long-task.ts';
import { createReading } from '#renderer/app/reading.ts';
import { isOpenProject, openProjectId, useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import { showEntityById } from '#renderer/features/codex/index.ts';
import { call, on } from '#renderer/rpc/index.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import type {
  Contradiction,
  ContradictionForecast,
  ContradictionJob,
  ContradictionPlace,
} from '#shared/domain/contradiction.ts';
import { chaptersIn, type Scope } from './scopes.ts';

export type Asking = {
  rest: boolean;
  /** What was counted, and is asked. */
  request: Input<'contradictions:job:forecast'>;
  value: ContradictionForecast | null;
  failure: unknown;
};

type ContradictionsState = {
  /** Null until read. */
  items: readonly Contradiction[] | null;
  failure: unknown;
  /** How far the check is that is under way; null while none is. */
  task: TaskState | null;
  /** Of the last check of this sitting. */
  result: Output<'contradictions:check'> | null;
  /** Whether a chapter was changed since. */
  isStale: boolean;
  scope: Scope;
  isDismissedShown: boolean;
  /** The last job that asked a model. */
  job: ContradictionJob | null;
  /** What asking a model takes: null while nobody wants to know; `value` is null while it is counted. */
  asking: Asking | null;
};

const nothing: ContradictionsState = {
  ...{ items: null, failure: null, task: null, result: null },
  ...{ isStale: false, scope: 'book', isDismissedShown: false, job: null, asking: null },
};

export const useContradictions = create<ContradictionsState>()(() => nothing);

export const readContradictions = createReading({
  ask: (projectId) => call('contradictions:list', { projectId }),
  show: ({ items, job }) => useContradictions.setState({ items, job, failure: null }),
  fail: (failure) => useContradictions.setState({ failure }),
});

/** Reads the book; what was typed a moment ago is part of it. */
export async function checkBook(): Promise<void> {
  const { project, documentId } = useSession.getState();
  const { task, scope } = useContradictions.getState();
  if (project === null || task !== null) return;
  const { projectId } = project;
  const isOpen = (): boolean => isOpenProject(projectId);
  const documentIds = chaptersIn(scope, project.documents, documentId);
  useContradictions.setState({ failure: null });
  try {
    await flushEdits();
    const result = await runTask(
      ({ taskId, options }) =>
        call('contradictions:check', { projectId, documentIds, taskId }, options),
      (now) => {
        if (isOpen()) useContradictions.setState({ task: now });
      },
    );
    if (!isOpen()) return;
    useContradictions.setState({ task: null });
    if (result === null) return;
    useContradictions.setState({ result, isStale: false });
    await readContradictions(projectId);
  } catch (failure) {
    if (isOpen()) useContradictions.setState({ failure, task: null });
  }
}

/** Sets a finding aside, or back among the others. `words`: what the writer reads of it. */
export const decide = (
  { findingId }: Contradiction,
  isDismissed: boolean,
  words: string,
): Promise<void> =>
  inTurn(async () => {
    const projectId = openProjectId();
    if (projectId === undefined) return;
    const chosen = { projectId, findingIds: [findingId] };
    try {
      if (!isDismissed) {
        await call('contradictions:restore', chosen);
        return;
      }
      await call('contradictions:dismiss', chosen);
      offerUndo({
        ...{ projectId, place: 'binder', text: words },
        undo: () => call('contradictions:restore', chosen),
      });
    } catch (failure) {
      useContradictions.setState({ failure });
    }
  });

/** Shows a place where it is read: in its chapter, or in the codex. */
export function openPlace({ source, id, start, end, isGone }: ContradictionPlace): void {
  if (source === 'entry') {
    void showEntityById(id);
    return;
  }
  closeBookView();
  useSession.getState().openDocument(id, isGone ? undefined : { start, end });
}

/** Forgets with the book, and notes that the text went on since. */
export function useContradictionsFollowing(): void {
  const projectId = useSession((session) => session.project?.projectId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has other contradictions
  useEffect(() => () => useContradictions.setState(nothing), [projectId]);
  const documentId = useSession((session) => session.documentId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was counted at one chapter is not what would be asked at another
  useEffect(() => {
    const { asking } = useContradictions.getState();
    const isOfChapter = asking?.rest === false && asking.request.documentIds !== undefined;
    if (isOfChapter) useContradictions.setState({ asking: null });
  }, [documentId]);
  useEffect(
    () =>
      on('document:changed', (changed) => {
        const { result, isStale } = useContradictions.getState();
        if (result === null || isStale || changed.projectId !== projectId) return;
        useContradictions.setState({ isStale: true });
      }),
    [projectId],
  );
}
