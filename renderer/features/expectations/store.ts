/** The expectations of the open book, with what came of looking at them (N11). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { createReading } from '#renderer/app/reading.ts';
import { isOpenProject, openProjectId, useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Input, Output } from '#shared/contract/index.ts';

export type ListedExpectation = Output<'expectations:list'>['items'][number];

type ExpectationsState = {
  /** Null until read. */
  items: readonly ListedExpectation[] | null;
  failure: unknown;
};

const nothing: ExpectationsState = { items: null, failure: null };

export const useExpectations = create<ExpectationsState>()(() => nothing);

export const readExpectations = createReading({
  ask: (projectId) => call('expectations:list', { projectId }),
  show: ({ items }) => useExpectations.setState({ items, failure: null }),
  fail: (failure) => useExpectations.setState({ failure }),
});

/** What failed stands with the list. True when it is done. */
async function change(work: (projectId: string) => Promise<unknown>): Promise<boolean> {
  const projectId = openProjectId();
  if (projectId === undefined) return false;
  let failure: unknown = null;
  try {
    await work(projectId);
  } catch (error) {
    failure = error;
  }
  await readExpectations(projectId);
  if (failure !== null && isOpenProject(projectId)) useExpectations.setState({ failure });
  return failure === null;
}

export const createExpectation = (
  given: Omit<Input<'expectations:create'>, 'projectId'>,
): Promise<boolean> => change((projectId) => call('expectations:create', { projectId, ...given }));

export const turnExpectation = ({ expectationId, expect, version }: ListedExpectation) =>
  change((projectId) =>
    call('expectations:update', {
      ...{ projectId, expectationId, expectedVersion: version },
      expect: expect === 'in' ? 'out' : 'in',
    }),
  );

export const lookAgain = (): Promise<boolean> =>
  change((projectId) => call('expectations:run', { projectId }));

/** `said` is shown with the undo. */
export const deleteExpectation = (
  { expectationId }: ListedExpectation,
  said: string,
): Promise<void> =>
  inTurn(async () => {
    const projectId = openProjectId();
    if (projectId === undefined) return;
    const scope = { projectId, expectationId };
    if (!(await change(() => call('expectations:delete', scope)))) return;
    const undo = () => call('expectations:restore', scope);
    offerUndo({ projectId, place: 'dock', text: said, undo });
  });

const events = ['expectations:changed', 'expectations:checked'] as const;

/** Keeps the list of the open book up to date. */
export function useExpectationsFollowing(): void {
  const projectId = useSession((session) => session.project?.projectId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has other expectations
  useEffect(() => () => useExpectations.setState(nothing), [projectId]);
  useProjectReading(readExpectations, events);
}
