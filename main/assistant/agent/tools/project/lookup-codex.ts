/** The tool `lookup_codex`. */
import { z } from 'zod';
import {
  type Entity,
  type EntityDetail,
  EntityKind,
  type Relation,
} from '#shared/domain/knowledge.ts';
import { entityKey, relationKey } from '#shared/domain/source-key.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import { defineTool, type Tool, type ToolContext } from '../../tool.ts';
import { type ToolAnswer, catchToolFailure } from '../catch-tool-failure.ts';

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
  summary: view.redact(entity.summary).text,
  details: entity.details
    .filter(({ label }) => view.allowsText(label))
    // Closed beside a chapter in which it is not yet true, as an entry would be.
    .filter(({ fromChapter }) =>
      view.allowsEntity({ ...entity, validFromChapter: fromChapter, validToChapter: null }),
    )
    .map((detail) => ({ ...detail, text: view.redact(detail.text).text })),
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

type Knowledge = Pick<KnowledgeService, 'listEntities' | 'listRelations' | 'matcher'>;

/** What the codex holds for this conversation. An entry kept out of all requests is kept out here, too. */
const openEntities = (knowledge: Knowledge, projectId: string, view: FenceView): Entity[] =>
  knowledge
    .listEntities(projectId)
    .filter((entity) => entity.inclusion !== 'never' && view.allowsEntity(entity))
    .filter((entity) => view.allowsText(entity.name))
    .map((entity) => shownEntity(entity, view));

const openRelations = (
  knowledge: Knowledge,
  projectId: string,
  view: FenceView,
  among: ReadonlyMap<string, Entity>,
): Relation[] =>
  knowledge
    .listRelations(projectId)
    .filter((relation) => view.allowsRelation(relation) && view.allowsText(relation.predicate))
    .filter(({ subjectId, objectId }) => among.has(subjectId) && among.has(objectId));

/** Entries of these words: named in them, or with a name that holds them. */
const findNamed = (
  knowledge: Knowledge,
  projectId: string,
  entities: readonly Entity[],
  name: string,
): Entity[] => {
  const hits = knowledge.matcher(projectId).find(name);
  const matched = new Set(hits.map(({ entityId }) => entityId));
  return entities.filter((entity) => matched.has(entity.entityId) || isNamed(entity, name));
};

type Tie = Validity & { subject: string; predicate: string; object: string };

const detailLine = ({ label, text, fromChapter }: EntityDetail): string =>
  `${label}: ${text}${validity({ validFromChapter: fromChapter, validToChapter: null })}`;

const entityLine = ({
  kind,
  name,
  aliases,
  summary,
  details,
  ...valid
}: Pick<
  Entity,
  'kind' | 'name' | 'aliases' | 'summary' | 'details' | 'validFromChapter' | 'validToChapter'
>): string => {
  const also = aliases.length > 0 ? ` (also ${aliases.join(', ')})` : '';
  const said = [summary, ...details.map(detailLine)].filter((line) => line !== '');
  return [`${kind}: ${name}${also}${validity(valid)}`, ...said].join('\n');
};

const tieLine = (tie: Tie): string =>
  `${tie.subject} – ${tie.predicate} – ${tie.object}${validity(tie)}`;

const describeFound = (
  total: number,
  entities: readonly Parameters<typeof entityLine>[0][],
  ties: readonly Tie[],
  notes: readonly string[],
): string => {
  if (total === 0) return 'The codex has no such entry.';
  const paragraphs = [
    entities.map(entityLine).join('\n\n'),
    ties.map(tieLine).join('\n'),
    notes.join('\n'),
  ];
  const shown = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
  return `${total} entries.\n${shown}`;
};

const lookUp = async (
  knowledge: Knowledge,
  { name, kind, offset = 0 }: z.output<typeof Input>,
  { projectId, view }: ToolContext,
): Promise<ToolAnswer> => {
  const open = openEntities(knowledge, projectId, view);
  const byId = new Map(open.map((entity) => [entity.entityId, entity]));
  const ofKind = open.filter((entity) => kind === undefined || entity.kind === kind);
  const hits = name === undefined ? ofKind : findNamed(knowledge, projectId, ofKind, name);
  const page = hits.slice(offset, offset + maxEntries);
  const shown = new Set(page.map(({ entityId }) => entityId));
  // The list is an overview: with everything said about everyone it would be the codex itself.
  const related =
    name === undefined
      ? []
      : openRelations(knowledge, projectId, view, byId).filter(
          ({ subjectId, objectId }) => shown.has(subjectId) || shown.has(objectId),
        );
  const ties = related.slice(0, maxRelations);
  const relations = ties.map(
    ({ subjectId, predicate, objectId, validFromChapter, validToChapter }): Tie => ({
      subject: byId.get(subjectId)?.name ?? '',
      predicate,
      object: byId.get(objectId)?.name ?? '',
      validFromChapter,
      validToChapter,
    }),
  );
  const entities = page.map((entity) => ({
    name: entity.name,
    kind: entity.kind,
    aliases: entity.aliases,
    summary: name === undefined ? '' : entity.summary,
    details: name === undefined ? [] : entity.details,
    validFromChapter: entity.validFromChapter,
    validToChapter: entity.validToChapter,
  }));
  const next = offset + page.length;
  const notes = [
    ...(next < hits.length ? [`More follow: offset=${next}.`] : []),
    ...(ties.length < related.length
      ? [`${related.length} relations in all; the first ${ties.length} are shown.`]
      : []),
  ];
  return {
    text: describeFound(hits.length, entities, relations, notes),
    data: {
      entities,
      relations,
      total: hits.length,
      truncated: next < hits.length || ties.length < related.length,
    },
    // The mere list names entries, and names are known wherever they stand.
    from: { read: name === undefined ? [] : keysOf(page, ties), exact: true },
  };
};

/** `lookup_codex`. */
export const createLookupCodexTool = ({ knowledge }: { knowledge: Knowledge }): Tool =>
  defineTool({
    name: 'lookup_codex',
    description: `Looks up the codex: characters, places, things, factions, events and concepts of the book with their aliases, what is written about them, their relations and the chapters in which that is true. At most ${maxEntries} entries a call.`,
    input: Input,
    origin: 'project',
    ephemeral: null,
    readOnly: true,
    permission: null,
    run: catchToolFailure((input, context) => lookUp(knowledge, input, context)),
  });
