/** What came changed from outside into the open book's folder and waits for a look (B4). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '#renderer/rpc/index.ts';
import type { OutsideChangeInfo } from '#shared/domain/records.ts';
import { createInOrder } from './last-asked.ts';
import { useProjectReading } from './project-reading.ts';
import { isOpenProject, useSession } from './session.ts';

export type OutsideChoice = 'take' | 'keep' | 'both';

type OutsideState = {
  /** The last noticed first; null until read. */
  items: readonly OutsideChangeInfo[] | null;
  /** How many wait, of which the last noticed are listed. */
  total: number;
  failure: unknown;
};

const nothing: OutsideState = { items: null, total: 0, failure: null };

export const useOutside = create<OutsideState>()(() => nothing);

const begin = createInOrder();

type Listed = Pick<OutsideState, 'total'> & { items: readonly OutsideChangeInfo[] };

/** The list is what the last answer says. */
async function showAnswer(projectId: string, asking: Promise<Listed>): Promise<void> {
  const mayShow = begin();
  const { items, total } = await asking;
  if (isOpenProject(projectId) && mayShow()) useOutside.setState({ items, total, failure: null });
}

export async function readOutside(projectId: string): Promise<void> {
  try {
    await showAnswer(projectId, call('projects:outside:list', { projectId }));
  } catch (failure) {
    if (isOpenProject(projectId)) useOutside.setState({ failure });
  }
}

async function showOutcome(projectId: string, asking: Promise<Listed>): Promise<void> {
  try {
    await showAnswer(projectId, asking);
  } catch (failure) {
    await readOutside(projectId);
    if (isOpenProject(projectId)) useOutside.setState({ failure });
  }
}

export const settleOutside = (
  projectId: string,
  changeId: number,
  choice: OutsideChoice,
): Promise<void> =>
  showOutcome(projectId, call('projects:outside:settle', { projectId, changeId, choice }));

/** Those that were shown: what came meanwhile was not looked at. */
export const markOutsideSeen = (projectId: string, changeIds: readonly number[]): Promise<void> =>
  showOutcome(projectId, call('projects:outside:seen', { projectId, changeIds: [...changeIds] }));

/** Keeps the list of the open book up to date. */
export function useOutsideFollowing(): void {
  const projectId = useSession((session) => session.project?.projectId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has other changes
  useEffect(() => () => useOutside.setState(nothing), [projectId]);
  useProjectReading(readOutside, 'records:outside');
}
