import { z } from 'zod';
import { type Entity, EntityKind, type Relation } from '#shared/domain/knowledge.ts';
import { entityKey, relationKey } from '#shared/domain/source-key.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import { defineTool, type Tool } from '../../tool.ts';
import { catchToolFailure } from '../catch-tool-failure.ts';

const maxEntries = 50;
const maxRelations = 100;

const Input = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('A name, an alias, or part of one. Left out: the list of all entries.'),
  kind: EntityKind.optional(),
  offset: z.number().int().min(0).optional().describe('Entries to skip, to read on.'),
});

type Validity = Pick<Entity, 'validFromChapter' | 'validToChapter'>;

/** An entry in the form in which it may be shown: names and sentences of hidden ones taken out. */
const shownEntity = (entity: Entity, view: FenceView) => ({
  ...entity,
  aliases: entity.aliases.filter((alias) => view.allowsText(alias)),
  summary: view.withhold(entity.summary).text,
});

const validity = ({ validFromChapter: from, validToChapter: to }: Validity): string => {
  if (from === null && to === null) return '';
  if (from === null) return ` [until chapter ${to}]`;
  return to === null ? ` [from chapter ${from}]` : ` [chapters ${from} to ${to}]`;
};

/** What the answer tells of: its entries, their ties, and who is tied. */
const keysOf = (entities: readonly Entity[], relations: readonly Relation[]): string[] => [
  ...entities.map(({ entityId }) => entityKey(entityId)),
  ...relations.map(({ relationId }) => relationKey(relationId)),
];

const isNamed = (entity: Entity, wanted: string): boolean =>
  [entity.name, ...entity.aliases].some((name) =>
    name.normalize('NFKC').toLowerCase().includes(wanted.normalize('NFKC').toLowerCase()),
  );

/** `lookup_codex`. */
export const createLookupCodexTool = (dependencies: {
  knowledge: Pick<KnowledgeService, 'listEntities' | 'listRelations' | 'matcher'>;
}): Tool => {
  const { knowledge } = dependencies;

  /** What the codex holds for this conversation. An entry kept out of all requests is kept out here, too. */
  const openEntities = (projectId: string, view: FenceView): Entity[] =>
    knowledge
      .listEntities(projectId)
      .filter((entity) => entity.inclusion !== 'never' && view.allowsEntity(entity))
      .filter((entity) => view.allowsText(entity.name))
      .map((entity) => shownEntity(entity, view));

  return defineTool({
    name: 'lookup_codex',
    description: `Looks up the codex: characters, places, things, factions, events and concepts of the book with their aliases, what is written about them, their relations and the chapters in which that is true. At most ${maxEntries} entries a call.`,
    input: Input,
    origin: 'project',
    ephemeral: null,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async ({ name, kind, offset = 0 }, { projectId, view }) => {
      const open = openEntities(projectId, view);
      const byId = new Map(open.map((entity) => [entity.entityId, entity]));
      const matched = new Set(
        name === undefined
          ? []
          : knowledge
              .matcher(projectId)
              .find(name)
              .map(({ entityId }) => entityId),
      );
      const found = open
        .filter((entity) => kind === undefined || entity.kind === kind)
        .filter(
          (entity) => name === undefined || matched.has(entity.entityId) || isNamed(entity, name),
        );
      const page = found.slice(offset, offset + maxEntries);
      const shown = new Set(page.map(({ entityId }) => entityId));
      const isAbout = ({ subjectId, objectId }: Relation): boolean =>
        shown.has(subjectId) || shown.has(objectId);
      const related = knowledge
        .listRelations(projectId)
        .filter((relation) => view.allowsRelation(relation) && view.allowsText(relation.predicate))
        .filter(({ subjectId, objectId }) => byId.has(subjectId) && byId.has(objectId))
        .filter((relation) => name !== undefined && isAbout(relation));
      const ties = related.slice(0, maxRelations);
      const relations = ties.map((relation) => ({
        subject: byId.get(relation.subjectId)?.name ?? '',
        predicate: relation.predicate,
        object: byId.get(relation.objectId)?.name ?? '',
        validFromChapter: relation.validFromChapter,
        validToChapter: relation.validToChapter,
      }));
      const entities = page.map((entity) => ({
        name: entity.name,
        kind: entity.kind,
        aliases: entity.aliases,
        // The list is an overview: with everything said about everyone it would be the codex itself.
        summary: name === undefined ? '' : entity.summary,
        validFromChapter: entity.validFromChapter,
        validToChapter: entity.validToChapter,
      }));
      const lines = entities.map((entity) => {
        const aliases = entity.aliases.length > 0 ? ` (also ${entity.aliases.join(', ')})` : '';
        const summary = entity.summary === '' ? '' : `\n${entity.summary}`;
        return `${entity.kind}: ${entity.name}${aliases}${validity(entity)}${summary}`;
      });
      const tieLines = relations.map(
        (tie) => `${tie.subject} – ${tie.predicate} – ${tie.object}${validity(tie)}`,
      );
      const next = offset + page.length;
      const notes = [
        ...(next < found.length ? [`More follow: offset=${next}.`] : []),
        ...(relations.length < related.length
          ? [`${related.length} relations in all; the first ${relations.length} are shown.`]
          : []),
      ];
      const parts = [lines.join('\n\n'), tieLines.join('\n'), notes.join('\n')].filter(
        (part) => part,
      );
      return {
        text:
          found.length === 0
            ? 'The codex has no such entry.'
            : `${found.length} entries.\n${parts.join('\n\n')}`,
        data: {
          entities,
          relations,
          total: found.length,
          truncated: next < found.length || relations.length < related.length,
        },
        // The mere list names entries, and names are known wherever they stand.
        from: { read: name === undefined ? [] : keysOf(page, ties), exact: true },
      };
    }),
  });
};
