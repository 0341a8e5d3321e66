/** What git keeps of the open book, as far as the window shows it. */
import { create } from 'zustand';
import { call } from '#renderer/rpc/index.ts';
import { createReading } from './reading.ts';
import type { GitState } from '#shared/domain/git.ts';

type GitView = { projectId: string | null; state: GitState | null; failure: unknown };

export const useGit = create<GitView>()(() => ({ projectId: null, state: null, failure: null }));

const isShown = (projectId: string | null): boolean => useGit.getState().projectId === projectId;

const read = createReading({
  ask: (projectId) => call('git:get', { projectId }),
  show: (state) => useGit.setState({ state, failure: null }),
  fail: (failure) => useGit.setState({ failure }),
  isShown,
});

/** Reads the state of a book; null for none. */
export const loadGit = async (projectId: string | null): Promise<void> => {
  if (!isShown(projectId)) useGit.setState({ projectId, state: null, failure: null });
  if (projectId !== null) await read(projectId);
};
