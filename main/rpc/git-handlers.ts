/** The channels of versions with git. */
import type { GitService } from '#main/book/git/service.ts';
import type { Handlers } from './dispatch.ts';

/** @param requireOpen throws for a project that is unknown or closed */
export const createGitHandlers = (
  git: GitService,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, Extract<keyof Handlers, `git:${string}`>> => ({
  'git:get': ({ projectId }) => {
    requireOpen(projectId);
    return git.get(projectId);
  },
  'git:update': (input, { signal }) => {
    requireOpen(input.projectId);
    return git.update(input, signal);
  },
  'git:commit': (input, { signal }) => {
    requireOpen(input.projectId);
    return git.commit(input, signal);
  },
  'git:pull': ({ projectId, taskId }, { signal }) => {
    requireOpen(projectId);
    return git.pull({ projectId, taskId }, signal);
  },
  'git:push': ({ projectId, taskId }, { signal }) => {
    requireOpen(projectId);
    return git.push({ projectId, taskId }, signal);
  },
  'git:locks': ({ projectId }) => {
    requireOpen(projectId);
    return git.locks(projectId);
  },
  'git:unlock': ({ projectId }, { signal }) => {
    requireOpen(projectId);
    return git.unlock(projectId, signal);
  },
  'git:cancel': ({ projectId }) => {
    requireOpen(projectId);
    git.cancel(projectId);
    return {};
  },
});
