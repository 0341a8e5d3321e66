/** Where the words of each kind of record are read and written: what a replacement rewords beside the text (W2). */
import { beginningWithin } from '#main/base/text/graphemes.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';
import type { RecordChange } from '#shared/domain/manuscript.ts';
import type { MemoryRule } from '#shared/domain/memory.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { ConstraintsService } from '../constraints/service.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { KnowledgeService } from '../knowledge/service.ts';
import type { MemoryService } from '../memory/service.ts';
import type { NotesService, StoredNote } from '../notes/service.ts';
import type { ProposedSynopses, ProposedSynopsis } from './service.ts';
import type { SceneFactsService, StoredSceneFacts } from '../scene-facts/service.ts';
import type { StoredThread, ThreadsService } from '../threads/service.ts';

/** The services that keep them. */
export type Records = {
  documents: Pick<DocumentsService, 'list' | 'listDeleted' | 'synopses'>;
  knowledge: Pick<
    KnowledgeService,
    'listEntities' | 'updateEntity' | 'distinctAliases' | 'listRelations' | 'rewordRelation'
  >;
  constraints: Pick<ConstraintsService, 'list' | 'update'>;
  memory: Pick<MemoryService, 'listRules' | 'updateRule'>;
  threads: Pick<ThreadsService, 'listStored' | 'findStored' | 'reword' | 'marks'>;
  notes: Pick<NotesService, 'listStored' | 'findStored' | 'reword' | 'marks'>;
  sceneFacts: Pick<SceneFactsService, 'listStored' | 'findStored' | 'reword' | 'marks'>;
  /** Synopses that were proposed and wait for the writer. */
  proposals: ProposedSynopses;
};

/** Methods, not functions: a kind of one change stands for one of any, and is only ever given its own. */
export type KindOfRecord<C extends RecordChange = RecordChange> = {
  notFound: ErrorCode;
  /** Their words and versions as they are, in the order of their list. */
  list(projectId: string): C[];
  find(projectId: string, id: string): C | null;
  /** What it is called where it is told of. */
  titleOf(projectId: string, change: C): string;
  /** What the record says once it is reworded so, where its service keeps other words than it is given. */
  kept?(change: C, now: C): C;
  /** To be awaited. Throws what the services throw for what changed meanwhile or a wording they cannot take. */
  reword(projectId: string, change: C): unknown;
};

type Kind = RecordChange['kind'];
type Of<K extends Kind> = Extract<RecordChange, { kind: K }>;
export type RecordKinds = { [K in Kind]: KindOfRecord<Of<K>> };

type KindParts<C extends RecordChange, R> = Omit<KindOfRecord<C>, 'list' | 'find'> & {
  rows(projectId: string): readonly R[];
  /** The row alone; otherwise looked for in all of them. */
  row?(projectId: string, id: string): R | null;
  idOf(row: R): string;
  changeOf(row: R): C;
};

/** Out of a list of a service: what is looked for alone is not made of all that is there. */
const kindOfRows = <C extends RecordChange, R>({
  rows,
  idOf,
  row = (projectId, id) => rows(projectId).find((one) => idOf(one) === id) ?? null,
  changeOf,
  ...kind
}: KindParts<C, R>): KindOfRecord<C> => ({
  ...kind,
  list: (projectId) => rows(projectId).map(changeOf),
  find(projectId, id) {
    const found = row(projectId, id);
    return found && changeOf(found);
  },
});

/** Begins of texts that have no title. */
const maxTitle = 80;
const beginOf = (text: string): string => beginningWithin(text, maxTitle);

/** Of one that is deleted, too; '' for one nobody knows. */
export const chapterTitle = (
  documents: Pick<DocumentsService, 'list' | 'listDeleted'>,
  projectId: string,
  documentId: string,
): string => {
  const chapters = [...documents.list(projectId), ...documents.listDeleted(projectId)];
  return chapters.find((one) => one.documentId === documentId)?.title ?? '';
};

const codexKinds = ({ knowledge }: Records): Pick<RecordKinds, 'entity' | 'relation'> => ({
  entity: kindOfRows<Of<'entity'>, Entity>({
    notFound: 'ENTITY_NOT_FOUND',
    rows: knowledge.listEntities,
    idOf: ({ entityId }) => entityId,
    changeOf: ({ entityId: id, version: expectedVersion, name, aliases, summary, details }) => ({
      ...{ kind: 'entity', id, expectedVersion },
      ...{ name, aliases: [...aliases], summary, details: [...details] },
    }),
    titleOf: (_, { name = '' }) => name,
    kept: (change, { name: nameNow = '' }) => {
      const { name = nameNow, aliases } = change;
      return aliases === undefined
        ? change
        : { ...change, aliases: knowledge.distinctAliases(name, aliases) };
    },
    reword: (projectId, { id, expectedVersion, name, aliases, summary, details }) => {
      const words = { name, aliases, summary, details };
      knowledge.updateEntity({ projectId, entityId: id, expectedVersion, ...words });
    },
  }),
  relation: kindOfRows<Of<'relation'>, Relation>({
    notFound: 'RELATION_NOT_FOUND',
    rows: knowledge.listRelations,
    idOf: ({ relationId }) => relationId,
    changeOf: ({ relationId: id, version: expectedVersion, predicate }) => ({
      ...{ kind: 'relation', id, expectedVersion, predicate },
    }),
    titleOf: (_, { predicate }) => predicate,
    reword: (projectId, { id: relationId, expectedVersion, predicate }) =>
      knowledge.rewordRelation({ projectId, relationId, expectedVersion, predicate }),
  }),
});

const ruleKinds = ({
  constraints,
  memory,
}: Records): Pick<RecordKinds, 'constraint' | 'habit'> => ({
  constraint: kindOfRows<Of<'constraint'>, Constraint>({
    notFound: 'CONSTRAINT_NOT_FOUND',
    rows: constraints.list,
    idOf: ({ constraintId }) => constraintId,
    changeOf: ({ constraintId: id, version: expectedVersion, text }) => ({
      ...{ kind: 'constraint', id, expectedVersion, text },
    }),
    titleOf: (_, { text }) => beginOf(text),
    reword: (projectId, { id: constraintId, expectedVersion, text }) => {
      constraints.update({ projectId, constraintId, expectedVersion, text });
    },
  }),
  habit: kindOfRows<Of<'habit'>, MemoryRule>({
    notFound: 'MEMORY_RULE_NOT_FOUND',
    rows: memory.listRules,
    idOf: ({ ruleId }) => ruleId,
    changeOf: ({ ruleId: id, version: expectedVersion, text }) => ({
      ...{ kind: 'habit', id, expectedVersion, text },
    }),
    titleOf: (_, { text }) => beginOf(text),
    reword: (projectId, { id: ruleId, expectedVersion, text }) => {
      memory.updateRule({ projectId, ruleId, expectedVersion, text });
    },
  }),
});

const planKinds = ({
  documents,
  sceneFacts,
  proposals,
}: Records): Pick<RecordKinds, 'synopsis' | 'scene' | 'proposal'> => ({
  synopsis: kindOfRows<Of<'synopsis'>, DocumentInfo>({
    notFound: 'DOCUMENT_NOT_FOUND',
    rows: documents.list,
    idOf: ({ documentId }) => documentId,
    changeOf: ({ documentId: id, synopsis }) => ({
      ...{ kind: 'synopsis', id, expected: synopsis, text: synopsis },
    }),
    titleOf: (projectId, { id }) => chapterTitle(documents, projectId, id),
    async reword(projectId, { id: documentId, expected, text: synopsis }) {
      await documents.synopses.reword({ projectId, documentId, expected, synopsis });
      proposals.follow(projectId, { documentId, from: expected, to: synopsis });
    },
  }),
  proposal: kindOfRows<Of<'proposal'>, ProposedSynopsis>({
    notFound: 'SYNOPSIS_NOT_FOUND',
    rows: proposals.listWaiting,
    row: proposals.findWaiting,
    idOf: ({ proposalId }) => proposalId,
    changeOf: ({ proposalId: id, text }) => ({ kind: 'proposal', id, expected: text, text }),
    titleOf: (projectId, { id }) => {
      const proposed = proposals.findWaiting(projectId, id);
      return proposed ? chapterTitle(documents, projectId, proposed.documentId) : '';
    },
    reword: (projectId, { id: proposalId, expected, text }) =>
      proposals.reword(projectId, { proposalId, expected, text }),
  }),
  scene: kindOfRows<Of<'scene'>, StoredSceneFacts>({
    notFound: 'SCENE_NOT_FOUND',
    rows: sceneFacts.listStored,
    row: sceneFacts.findStored,
    idOf: ({ sceneId }) => sceneId,
    changeOf: ({ sceneId: id, version: expectedVersion, synopsis }) => ({
      ...{ kind: 'scene', id, expectedVersion, synopsis },
    }),
    titleOf: (_, { synopsis }) => beginOf(synopsis),
    reword: (projectId, { id: sceneId, expectedVersion, synopsis }) =>
      sceneFacts.reword(projectId, { sceneId, expectedVersion, synopsis }),
  }),
});

const markedKinds = ({ threads, notes }: Records): Pick<RecordKinds, 'thread' | 'note'> => ({
  thread: kindOfRows<Of<'thread'>, StoredThread>({
    notFound: 'THREAD_NOT_FOUND',
    rows: threads.listStored,
    row: threads.findStored,
    idOf: ({ threadId }) => threadId,
    changeOf: ({ threadId: id, version: expectedVersion, title, note }) => ({
      ...{ kind: 'thread', id, expectedVersion, title, note },
    }),
    titleOf: (_, { title }) => title,
    reword: (projectId, { id: threadId, expectedVersion, title, note }) =>
      threads.reword(projectId, { threadId, expectedVersion, title, note }),
  }),
  note: kindOfRows<Of<'note'>, StoredNote>({
    notFound: 'NOTE_NOT_FOUND',
    rows: notes.listStored,
    row: notes.findStored,
    idOf: ({ noteId }) => noteId,
    changeOf: ({ noteId: id, version: expectedVersion, text }) => ({
      ...{ kind: 'note', id, expectedVersion, text },
    }),
    titleOf: (_, { text }) => beginOf(text),
    reword: (projectId, { id: noteId, expectedVersion, text }) =>
      notes.reword(projectId, { noteId, expectedVersion, text }),
  }),
});

/** In the order in which a preview lists them. */
export const recordKinds = (records: Records): RecordKinds => ({
  ...codexKinds(records),
  ...ruleKinds(records),
  ...planKinds(records),
  ...markedKinds(records),
});

/** What reads and writes the record that this change is of. */
export const kindOf = (kinds: RecordKinds, { kind }: Pick<RecordChange, 'kind'>): KindOfRecord =>
  kinds[kind];
