/** The calls about the codex. */
import { z } from 'zod';
import { FenceInput } from '../domain/fence.ts';
import { ChapterNumber, Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { Entity, EntityFacts, NewEntityFacts, Relation } from '../domain/knowledge.ts';
import { defineChannel } from './define.ts';

const EntityScope = ProjectScope.extend({ entityId: Identifier });
const RelationScope = ProjectScope.extend({ relationId: Identifier });
/** In which chapters a fact holds, and for whom. */
const Holding = z.object({
  validFromChapter: ChapterNumber.nullable().optional(),
  validToChapter: ChapterNumber.nullable().optional(),
  fence: FenceInput.nullable().optional(),
});

export const knowledgeContract = {
  'knowledge:entities:list': defineChannel(ProjectScope, z.object({ items: z.array(Entity) })),
  'knowledge:entities:create': defineChannel(
    ProjectScope.extend({ ...NewEntityFacts.shape, ...Holding.shape }),
    Entity,
  ),
  'knowledge:entities:update': defineChannel(
    EntityScope.extend({
      expectedVersion: Count,
      ...EntityFacts.partial().shape,
      ...Holding.shape,
    }),
    Entity,
  ),
  /** Takes the entity's relations with it; `knowledge:entities:restore` brings all back. */
  'knowledge:entities:delete': defineChannel(EntityScope, Nothing),
  'knowledge:entities:restore': defineChannel(EntityScope, Entity),
  'knowledge:relations:list': defineChannel(ProjectScope, z.object({ items: z.array(Relation) })),
  'knowledge:relations:create': defineChannel(
    ProjectScope.extend({
      subjectId: Identifier,
      predicate: z.string().trim().min(1).max(200),
      objectId: Identifier,
      ...Holding.shape,
    }),
    Relation,
  ),
  'knowledge:relations:delete': defineChannel(RelationScope, Nothing),
};
