/** The channels of threads: what was promised to the reader, and what became of it (N13). */
import type { ThreadsService } from '#main/book/threads/service.ts';
import type { EchoesService } from '#main/context/echoes/service.ts';
import type { Handlers } from './dispatch.ts';
import { createWithinProject } from './within-project.ts';

export type ThreadServices = { threads: ThreadsService; echoes: EchoesService };

type ThreadChannel = Extract<keyof Handlers, `threads:${string}`>;

/** @param requireOpen throws for a project that is unknown or closed */
export const createThreadHandlers = (
  { threads, echoes }: ThreadServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, ThreadChannel> => {
  const within = createWithinProject(requireOpen);
  return {
    'threads:list': within((input) => threads.list(input)),
    'threads:create': within((input) => threads.create(input)),
    'threads:update': within((input) => threads.update(input)),
    'threads:delete': within(({ projectId, threadId }) => {
      threads.remove(projectId, threadId);
      return {};
    }),
    'threads:restore': within(({ projectId, threadId }) => threads.restore(projectId, threadId)),
    'threads:echoes': within(async ({ projectId, threadId }) => ({
      items: await echoes.propose(projectId, threadId),
    })),
    'threads:mark': within((input) => threads.mark(input)),
    'threads:unmark': within((input) => {
      threads.unmark(input);
      return {};
    }),
    'threads:marks:restore': within((input) => {
      threads.restoreMark(input);
      return {};
    }),
  };
};
