/** What came changed from outside into the open book's folder and waits for a look (B4). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '#renderer/rpc/index.ts';
import type { OutsideChangeInfo } from '#shared/domain/records.ts';
import { useProjectReading } from './project-reading.ts';
import { useSession } from './session.ts';

export type OutsideChoice = 'take' | 'keep' | 'both';

type OutsideState = {
  /** The last noticed first; null until read. */
  items: readonly OutsideChangeInfo[] | null;
  failure: unknown;
};

const nothing: OutsideState = { items: null, failure: null };

export const useOutside = create<OutsideState>()(() => nothing);

const isOpen = (projectId: string): boolean =>
  useSession.getState().project?.projectId === projectId;

export async function readOutside(projectId: string): Promise<void> {
  try {
    const { items } = await call('projects:outside:list', { projectId });
    if (isOpen(projectId)) useOutside.setState({ items, failure: null });
  } catch (failure) {
    if (isOpen(projectId)) useOutside.setState({ failure });
  }
}

/** One change after the other; the list is what the last answer says. */
export async function settleOutside(
  projectId: string,
  changeIds: readonly number[],
  choice: OutsideChoice,
): Promise<void> {
  try {
    for (const changeId of changeIds) {
      const { items } = await call('projects:outside:settle', { projectId, changeId, choice });
      if (isOpen(projectId)) useOutside.setState({ items, failure: null });
    }
  } catch (failure) {
    await readOutside(projectId);
    if (isOpen(projectId)) useOutside.setState({ failure });
  }
}

/** Keeps the list of the open book up to date. */
export function useOutsideFollowing(): void {
  const projectId = useSession((session) => session.project?.projectId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has other changes
  useEffect(() => () => useOutside.setState(nothing), [projectId]);
  useProjectReading(readOutside, 'records:outside');
}
