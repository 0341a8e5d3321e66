/** The channels of the codex: entries, relations, and where they are named. */
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { MentionsService } from '#main/book/mentions/service.ts';
import type { NewNamesService } from '#main/book/new-names/service.ts';
import type { PortraitsService } from '#main/book/portraits/service.ts';
import type { Parsed } from '#shared/contract/index.ts';
import type { Handlers } from './dispatch.ts';
import { createWithinProject } from './within-project.ts';

/** `knowledge` with what its entries cost. */
export type KnowledgeServices = {
  knowledge: KnowledgeService;
  mentions: MentionsService;
  portraits: PortraitsService;
  newNames: NewNamesService;
};

type KnowledgeChannel = Extract<keyof Handlers, `knowledge:${string}`>;

const takingBack =
  (knowledge: KnowledgeService, portraits: PortraitsService) =>
  async ({ projectId, changes }: Parsed<'knowledge:entities:takeBack'>) => {
    const deletes = changes.some(({ before }) => before.deleted === true);
    // Portraits are files, which no transaction looks at.
    const { items } = deletes ? await portraits.list(projectId) : { items: [] };
    const portrayed = new Set(items.map(({ entityId }) => entityId));
    return { changes: knowledge.takeBackEntities(projectId, changes, portrayed) };
  };

/** @param requireOpen throws for a project that is unknown or closed */
export const createKnowledgeHandlers = (
  { knowledge, mentions, portraits, newNames }: KnowledgeServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, KnowledgeChannel> => {
  const within = createWithinProject(requireOpen);
  return {
    'knowledge:entities:list': within(({ projectId }) => ({
      items: knowledge.listEntities(projectId),
    })),
    'knowledge:entities:create': within((input) => knowledge.createEntity(input)),
    'knowledge:entities:update': within((input) => knowledge.updateEntity(input)),
    'knowledge:entities:delete': within(({ projectId, entityId }) => {
      knowledge.removeEntity(projectId, entityId);
      return {};
    }),
    'knowledge:entities:restore': within(({ projectId, entityId }) =>
      knowledge.restoreEntity(projectId, entityId),
    ),
    'knowledge:entities:takeBack': within(takingBack(knowledge, portraits)),
    'knowledge:relations:list': within(({ projectId }) => ({
      items: knowledge.listRelations(projectId),
    })),
    'knowledge:relations:create': within((input) => knowledge.createRelation(input)),
    'knowledge:relations:delete': within(({ projectId, relationId }) => {
      knowledge.removeRelation(projectId, relationId);
      return {};
    }),
    'knowledge:relations:restore': within(({ projectId, relationId }) =>
      knowledge.restoreRelation(projectId, relationId),
    ),
    'knowledge:names:find': within(({ projectId, text, entityId }) => ({
      items: knowledge
        .matcher(projectId)
        .find(text)
        .filter((match) => entityId === undefined || match.entityId === entityId),
    })),
    'knowledge:card': within(({ projectId, entityId, documentId }) =>
      knowledge.knownIn(projectId, entityId, documentId),
    ),
    'knowledge:portraits:list': within(({ projectId }) => portraits.list(projectId)),
    'knowledge:portraits:read': within(({ projectId, entityId }) =>
      portraits.read(projectId, entityId),
    ),
    'knowledge:portraits:set': within(async (input) => {
      await portraits.set(input);
      return {};
    }),
    'knowledge:mentions:list': within(({ projectId }) => mentions.list(projectId)),
    'knowledge:mentions:read': within((input) => mentions.read(input)),
    'knowledge:newNames:list': within(({ projectId }) => newNames.list(projectId)),
    'knowledge:newNames:dismiss': within((input) => {
      newNames.dismiss(input);
      return {};
    }),
    'knowledge:newNames:restore': within((input) => {
      newNames.restore(input);
      return {};
    }),
  };
};
