import { z } from 'zod';
import { FenceInput } from '../domain/fence.ts';
import { ChapterNumber, Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import {
  Entity,
  EntityKind,
  EntityName,
  EntitySummary,
  Inclusion,
  Relation,
} from '../domain/knowledge.ts';
import { defineChannel } from './define.ts';

const EntityScope = ProjectScope.extend({ entityId: Identifier });
const RelationScope = ProjectScope.extend({ relationId: Identifier });
/** More than `maxAliases` of them, each once, are ENTITY_INVALID. */
const Aliases = z.array(EntityName);

export const knowledgeContract = {
  'knowledge:entities:list': defineChannel(ProjectScope, z.object({ items: z.array(Entity) })),
  'knowledge:entities:create': defineChannel(
    ProjectScope.extend({
      kind: EntityKind,
      name: EntityName,
      aliases: Aliases.optional(),
      summary: EntitySummary,
      validFromChapter: ChapterNumber.nullable().optional(),
      validToChapter: ChapterNumber.nullable().optional(),
      inclusion: Inclusion.optional(),
      fence: FenceInput.nullable().optional(),
    }),
    Entity,
  ),
  'knowledge:entities:update': defineChannel(
    EntityScope.extend({
      expectedVersion: Count,
      kind: EntityKind.optional(),
      name: EntityName.optional(),
      aliases: Aliases.optional(),
      summary: EntitySummary.optional(),
      validFromChapter: ChapterNumber.nullable().optional(),
      validToChapter: ChapterNumber.nullable().optional(),
      inclusion: Inclusion.optional(),
      fence: FenceInput.nullable().optional(),
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
      validFromChapter: ChapterNumber.nullable().optional(),
      validToChapter: ChapterNumber.nullable().optional(),
      fence: FenceInput.nullable().optional(),
    }),
    Relation,
  ),
  'knowledge:relations:delete': defineChannel(RelationScope, Nothing),
};
