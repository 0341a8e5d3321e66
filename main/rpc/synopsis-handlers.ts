/** The channels of synopses that a model proposes (E3). */
import type { SynopsesService } from '#main/ai/synopses/service.ts';
import type { Handlers } from './dispatch.ts';
import { createWithinProject } from './within-project.ts';

export type SynopsisServices = { synopses: SynopsesService };

type SynopsisChannel = Extract<keyof Handlers, `synopses:${string}`>;

/** @param requireOpen throws for a project that is unknown or closed */
export const createSynopsisHandlers = (
  { synopses }: SynopsisServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, SynopsisChannel> => {
  const within = createWithinProject(requireOpen);
  return {
    'synopses:list': within(({ projectId }) => synopses.list(projectId)),
    'synopses:propose': within((input, { signal }) => synopses.propose(input, signal)),
    'synopses:scene:propose': within((input, { signal }) => synopses.proposeScene(input, signal)),
    'synopses:job:forecast': within((input, { signal }) => synopses.forecast(input, signal)),
    'synopses:job:start': within((input, { signal }) => synopses.start(input, signal)),
    'synopses:job:cancel': within(async ({ projectId }) => {
      await synopses.cancel(projectId);
      return {};
    }),
    'synopses:accept': within((input) => synopses.accept(input)),
    'synopses:takeBack': within((input) => synopses.takeBack(input)),
    'synopses:reject': within((input) => synopses.reject(input)),
  };
};
