/** The channels of expectations: what the writer wants in requests, and what came of looking (N11). */
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { ExpectationsService } from '#main/book/expectations/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { ExpectationChecks } from '#main/context/expectations/service.ts';
import type { ExpectedItem } from '#shared/domain/expectation.ts';
import { AppError } from '#shared/errors.ts';
import type { Handlers } from './dispatch.ts';

export type ExpectationServices = {
  expectations: ExpectationsService;
  checks: ExpectationChecks;
  knowledge: Pick<KnowledgeService, 'listEntities'>;
  constraints: Pick<ConstraintsService, 'list'>;
};

type ExpectationChannel = Extract<keyof Handlers, `expectations:${string}`>;

/** @param requireOpen throws for a project that is unknown or closed */
export const createExpectationHandlers = (
  { expectations, checks, knowledge, constraints }: ExpectationServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, ExpectationChannel> => {
  // Services know nothing of each other's rows: an id of another project must not slip in here (S3-41).
  const requireItem = (projectId: string, item: ExpectedItem | undefined): void => {
    if (!item) return;
    if ('entityId' in item) {
      const { entityId } = item;
      if (knowledge.listEntities(projectId).some((one) => one.entityId === entityId)) return;
      throw new AppError('ENTITY_NOT_FOUND', 'The project has no such entity.', { entityId });
    }
    if ('constraintId' in item) {
      const { constraintId } = item;
      if (constraints.list(projectId).some((one) => one.constraintId === constraintId)) return;
      const words = 'There is no such constraint in this project.';
      throw new AppError('CONSTRAINT_NOT_FOUND', words, { constraintId });
    }
  };
  return {
    'expectations:list': ({ projectId }) => {
      requireOpen(projectId);
      return { items: checks.list(projectId) };
    },
    'expectations:create': (input) => {
      requireOpen(input.projectId);
      requireItem(input.projectId, input.item);
      return expectations.create(input);
    },
    'expectations:update': (input) => {
      requireOpen(input.projectId);
      requireItem(input.projectId, input.item);
      return expectations.update(input);
    },
    'expectations:delete': ({ projectId, expectationId }) => {
      requireOpen(projectId);
      expectations.remove(projectId, expectationId);
      return {};
    },
    'expectations:restore': ({ projectId, expectationId }) => {
      requireOpen(projectId);
      return expectations.restore(projectId, expectationId);
    },
    'expectations:run': ({ projectId, expectationIds }, { signal }) => {
      requireOpen(projectId);
      return checks.run(projectId, expectationIds, signal);
    },
  };
};
