/** What git keeps of the open book, as far as the window shows it. */
import { create } from 'zustand';
import { call } from '#renderer/rpc/index.ts';
import type { GitState } from '#shared/domain/git.ts';

type GitView = { projectId: string | null; state: GitState | null; failure: unknown };

export const useGit = create<GitView>()(() => ({ projectId: null, state: null, failure: null }));

/** Reads the state of a book; null for none. */
export const loadGit = async (projectId: string | null): Promise<void> => {
  const isSame = (): boolean => useGit.getState().projectId === projectId;
  if (!isSame()) useGit.setState({ projectId, state: null, failure: null });
  if (projectId === null) return;
  try {
    const state = await call('git:get', { projectId });
    if (isSame()) useGit.setState({ state, failure: null });
  } catch (failure) {
    if (isSame()) useGit.setState({ failure });
  }
};
