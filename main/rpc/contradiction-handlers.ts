/** The channels of contradictions (N15). */
import type { ContradictionsService } from '#main/ai/contradictions/service.ts';
import type { Handlers } from './dispatch.ts';
import { createWithinProject } from './within-project.ts';

export type ContradictionServices = { contradictions: ContradictionsService };

type ContradictionChannel = Extract<keyof Handlers, `contradictions:${string}`>;

/** @param requireOpen throws for a project that is unknown or closed */
export const createContradictionHandlers = (
  { contradictions }: ContradictionServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, ContradictionChannel> => {
  const within = createWithinProject(requireOpen);
  return {
    'contradictions:list': within(({ projectId }) => contradictions.list(projectId)),
    'contradictions:check': within((input, { signal }) => contradictions.check(input, signal)),
    'contradictions:job:forecast': within((input, { signal }) =>
      contradictions.forecast(input, signal),
    ),
    'contradictions:job:start': within((input, { signal }) => contradictions.start(input, signal)),
    'contradictions:job:cancel': within(async ({ projectId }) => {
      await contradictions.cancel(projectId);
      return {};
    }),
    'contradictions:dismiss': within((input) => contradictions.dismiss(input)),
    'contradictions:restore': within((input) => contradictions.restore(input)),
  };
};
