/** The channels of what the writer decided (S3-21, S3-22). */
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { Handlers } from './dispatch.ts';
import { createWithinProject } from './within-project.ts';

export type ConstraintServices = { constraints: ConstraintsService };

type ConstraintChannel = Extract<keyof Handlers, `constraints:${string}`>;

/** @param requireOpen throws for a project that is unknown or closed */
export const createConstraintHandlers = (
  { constraints }: ConstraintServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, ConstraintChannel> => {
  const within = createWithinProject(requireOpen);
  return {
    'constraints:list': within(({ projectId }) => ({ items: constraints.list(projectId) })),
    'constraints:create': within((input) => constraints.create(input)),
    'constraints:update': within((input) => constraints.update(input)),
    'constraints:delete': within(({ projectId, constraintId }) => {
      constraints.remove(projectId, constraintId);
      return {};
    }),
    'constraints:restore': within(({ projectId, constraintId }) =>
      constraints.restore(projectId, constraintId),
    ),
    'constraints:reorder': within(({ projectId, constraintIds }) =>
      constraints.reorder(projectId, constraintIds),
    ),
    'constraints:takeBack': within(({ projectId, changes }) => ({
      changes: constraints.takeBack(projectId, changes),
    })),
  };
};
