/** What a constraint, a habit or a codex entry takes in a request: the figure Inspect shows, for the lists they stand in. */

import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { MemoryService } from '#main/book/memory/service.ts';
import type { StoredTokenCounter } from '#main/book/token-counter.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { TokensService } from '#main/context/tokens/service.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import { detailsIn } from '#shared/entity-details.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import type { MemoryRule } from '#shared/domain/memory.ts';
import { AppError } from '#shared/errors.ts';
import type { GroupName } from './candidate.ts';
import type { ContextModel } from './model.ts';
import { describeDetails } from './entries-in-chapter.ts';
import { describeRelations, entryBody } from './prepared-entries.ts';
import { itemText } from './price.ts';
import { templatesFor } from './prompt-templates.ts';

type Costed = { text: string; tokenCount: number };

type Lists = {
  constraints: ConstraintsService;
  memory: MemoryService;
  knowledge: KnowledgeService;
};

/**
 * A list priced as a request is: with number or bullet, line ends, and the blank line that ends the group. What is
 * kept from every request is priced alone, as Inspect prices it.
 */
const priceList = <T extends Costed>(
  group: GroupName,
  listed: readonly T[],
  isSent: (entry: T) => boolean,
  count: (text: string) => number,
): T[] => {
  const last = listed.findLastIndex(isSent);
  let position = 0;
  return listed.map((entry, index) => {
    const text = isSent(entry)
      ? itemText(group, entry.text, position++, index === last)
      : itemText(group, entry.text, 0, true);
    return { ...entry, tokenCount: count(text) };
  });
};

/**
 * The same services, whose constraints, habits and entries tell what they take of a request now, by the model that is chosen now;
 * the figures that are stored beside them are of the day they were written.
 */
export const withCosts = (
  {
    constraints,
    memory,
    knowledge,
    projects,
  }: Lists & { projects: Pick<ProjectsService, 'languageOf'> },
  models: { contextModel(): Pick<ContextModel, 'tokens'> | null },
  tokens: StoredTokenCounter & Pick<TokensService, 'count'>,
): Lists => {
  const count = (text: string): number => {
    try {
      return (models.contextModel()?.tokens ?? tokens).count(text);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOKENIZER_UNAVAILABLE') throw error;
      return tokens.countOrEstimate(text);
    }
  };
  const priceConstraints = (listed: readonly Constraint[]) =>
    priceList('constraints', listed, ({ enabled }) => enabled, count);
  const priceRules = (listed: readonly MemoryRule[]) =>
    priceList('preferences', listed, ({ confirmed }) => confirmed, count);

  /** Entries with their relations, as where no fence and no time holds anything back. */
  const priceEntities = <One extends Entity>(projectId: string, listed: readonly One[]): One[] => {
    const templates = templatesFor(projects.languageOf(projectId));
    const known = new Map(
      knowledge.listEntities(projectId).map((entity) => [entity.entityId, entity]),
    );
    const isTold = (id: string): boolean => (known.get(id)?.inclusion ?? 'never') !== 'never';
    const told = knowledge
      .listRelations(projectId)
      .filter(({ subjectId, objectId }) => isTold(subjectId) && isTold(objectId));
    const lines = describeRelations([...known.values()], told, templates);
    return listed.map((entity) => {
      const details = detailsIn(entity.details);
      const summary = describeDetails(entity.summary, details, templates);
      const body = entryBody(
        entity,
        { ...entity, summary },
        lines.get(entity.entityId) ?? [],
        templates,
      );
      return { ...entity, tokenCount: count(itemText('entities', body, 0, true)) };
    });
  };

  /** One of the list as it stands there; gone already, it answers for itself. */
  const constraintIn = <One extends Constraint>(projectId: string, one: One): One => {
    const listed = priceConstraints(constraints.list(projectId)).find(
      ({ constraintId }) => constraintId === one.constraintId,
    );
    return { ...one, ...listed };
  };
  const entityNow = <One extends Entity>(projectId: string, one: One): One =>
    priceEntities(projectId, [one])[0] ?? one;
  const ruleIn = (projectId: string, one: MemoryRule): MemoryRule =>
    priceRules(memory.listRules(projectId)).find(({ ruleId }) => ruleId === one.ruleId) ?? one;

  return {
    constraints: {
      ...constraints,
      list: (projectId) => priceConstraints(constraints.list(projectId)),
      create: (input) => constraintIn(input.projectId, constraints.create(input)),
      update: (input) => constraintIn(input.projectId, constraints.update(input)),
      restore: (projectId, id) => constraintIn(projectId, constraints.restore(projectId, id)),
      reorder: (projectId, ids) => {
        const { items, changes } = constraints.reorder(projectId, ids);
        return { items: priceConstraints(items), changes };
      },
    },
    knowledge: {
      ...knowledge,
      listEntities: (projectId) => priceEntities(projectId, knowledge.listEntities(projectId)),
      createEntity: (input) => entityNow(input.projectId, knowledge.createEntity(input)),
      updateEntity: (input) => entityNow(input.projectId, knowledge.updateEntity(input)),
      restoreEntity: (projectId, id) =>
        entityNow(projectId, knowledge.restoreEntity(projectId, id)),
    },
    memory: {
      ...memory,
      listRules: (projectId) => priceRules(memory.listRules(projectId)),
      createRule: (input) => ruleIn(input.projectId, memory.createRule(input)),
      confirmRule: (input) => ruleIn(input.projectId, memory.confirmRule(input)),
      updateRule: (input) => ruleIn(input.projectId, memory.updateRule(input)),
      restoreRule: (projectId, id) => ruleIn(projectId, memory.restoreRule(projectId, id)),
    },
  };
};
