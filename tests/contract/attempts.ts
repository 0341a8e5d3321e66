/** The ways to try with the ids of another project; the isolation table is made of them. */
import type { Input } from '#shared/contract/index.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { ProjectThings } from './two-projects.ts';

/** What a caller who holds project A tries with the ids of project B. */
export type Attempt<I> = {
  input: I;
  /** Codes that keep B out; empty when the call has no id of B to name and must answer with A's things only. */
  refusals: readonly ErrorCode[];
};

export type Attempts<I> = (a: ProjectThings, b: ProjectThings) => Attempt<I>[];

/** Channels that name no project, each with the reason why B is safe from them. */
export type Unscoped = { unscoped: string };

export const ownOnly = ({ projectId }: ProjectThings): Attempt<{ projectId: string }>[] => [
  { input: { projectId }, refusals: [] },
];

export const document: readonly ErrorCode[] = ['DOCUMENT_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'];
const snapshot: readonly ErrorCode[] = [...document, 'SNAPSHOT_NOT_FOUND'];
export const entity: readonly ErrorCode[] = ['ENTITY_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'];
export const assembly: readonly ErrorCode[] = [
  'CONTEXT_ASSEMBLY_NOT_FOUND',
  'CONTEXT_SCOPE_VIOLATION',
];

export const withDocument =
  <T extends object>(more: T) =>
  ({ projectId }: ProjectThings, { documentId }: ProjectThings) => [
    { input: { projectId, documentId, ...more }, refusals: document },
  ];
export const withConstraint =
  <T extends object>(more: T) =>
  ({ projectId }: ProjectThings, { constraintId }: ProjectThings) => [
    {
      input: { projectId, constraintId, ...more },
      refusals: ['CONSTRAINT_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'] as const,
    },
  ];
export const ofChanges: Attempts<Input<'constraints:takeBack'>> = (
  { projectId },
  { constraintId },
) => {
  const changes = [{ constraintId, before: { text: 'stolen' }, after: { enabled: true } }];
  const refusals = ['CONSTRAINT_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'] as const;
  return [{ input: { projectId, changes }, refusals }];
};
export const ofEntityChanges: Attempts<Input<'knowledge:entities:takeBack'>> = (
  { projectId },
  { entityId },
) => {
  const changes = [{ entityId, before: { name: 'stolen' }, after: { inclusion: 'auto' as const } }];
  return [{ input: { projectId, changes }, refusals: entity }];
};
export const withEntity =
  <T extends object>(more: T) =>
  ({ projectId }: ProjectThings, { entityId }: ProjectThings) => [
    { input: { projectId, entityId, ...more }, refusals: entity },
  ];
export const withRule =
  <T extends object>(more: T) =>
  ({ projectId }: ProjectThings, { ruleId }: ProjectThings) => [
    {
      input: { projectId, ruleId, ...more },
      refusals: ['MEMORY_RULE_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'] as const,
    },
  ];
export const ofEpisode = (
  { projectId }: ProjectThings,
  { episodeId }: ProjectThings,
): Attempt<{ projectId: string; episodeId: string }>[] => [
  {
    input: { projectId, episodeId },
    refusals: ['MEMORY_EPISODE_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'],
  },
];
export const withExpectation =
  <T extends object>(more: T) =>
  ({ projectId }: ProjectThings, { expectationId }: ProjectThings) => [
    {
      input: { projectId, expectationId, ...more },
      refusals: ['EXPECTATION_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'] as const,
    },
  ];
const withThread =
  <T extends object>(more: T) =>
  ({ projectId }: ProjectThings, { threadId }: ProjectThings) => [
    {
      input: { projectId, threadId, ...more },
      refusals: ['THREAD_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'] as const,
    },
  ];
const withNote =
  <T extends object>(more: T) =>
  ({ projectId }: ProjectThings, { noteId }: ProjectThings) => [
    {
      input: { projectId, noteId, ...more },
      refusals: ['NOTE_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'] as const,
    },
  ];
export const ofNotes = {
  'notes:list': withDocument({}),
  'notes:create': withDocument({ start: 0, end: 3, text: 'x', kind: 'note' as const }),
  'notes:update': withNote({ text: 'x' }),
  'notes:quote': withNote({}),
  'notes:delete': withNote({}),
  'notes:restore': withNote({}),
};
export const ofForms = {
  'forms:keep': { unscoped: 'keeps what its caller sends, of the project it names; no second id' },
  'forms:list': ownOnly,
  'forms:drop': ({ projectId }: ProjectThings, { draftId }: ProjectThings) => [
    { input: { projectId, draftIds: [draftId] }, refusals: [] },
  ],
};
const placesIn = (documentId: string) => {
  const mark = { documentId, offset: 0, quote: 'x', before: '', after: '' };
  return { first: mark, last: mark };
};
const decidingScene: Attempts<Input<'manuscript:scenes:update'>> = ({ projectId }, b) => [
  { input: { projectId, sceneId: b.sceneId, status: 'done' }, refusals: ['SCENE_NOT_FOUND'] },
  {
    input: { projectId, sceneId: b.sceneId, places: placesIn(b.documentId) },
    refusals: document,
  },
  {
    input: { projectId, at: { documentId: b.documentId, start: 0, opening: '' }, synopsis: 'x' },
    refusals: document,
  },
];
export const ofScenes = {
  'manuscript:scenes': ownOnly,
  'manuscript:scenes:update': decidingScene,
};
const promising: Attempts<Input<'threads:create'>> = ({ projectId }, b) => [
  { input: { projectId, title: 'x', due: { documentId: b.documentId } }, refusals: document },
  {
    input: {
      ...{ projectId, title: 'x' },
      places: [{ kind: 'opened', documentId: b.documentId, start: 0, end: 3 }],
    },
    refusals: document,
  },
];
const proposingScene: Attempts<Input<'synopses:scene:propose'>> = (a, b) => [
  {
    input: { projectId: a.projectId, at: { documentId: b.documentId, start: 0, opening: '' } },
    refusals: [...document, 'MODEL_NOT_SELECTED'],
  },
];
/** No project of the table has proposals: that of another one is tried where both have (`ai/synopses`). */
const settlingSynopsis: Attempts<Input<'synopses:reject'>> = ({ projectId }) => [
  { input: { projectId, proposalIds: ['none'] }, refusals: ['SYNOPSIS_NOT_FOUND'] },
];
const withSynopsisJob = (refusals: ErrorCode[]): Attempts<Input<'synopses:job:start'>> => {
  return ({ projectId }) => [{ input: { projectId, which: 'rest' }, refusals }];
};
export const ofSynopses = {
  'synopses:list': ownOnly,
  'synopses:propose': withDocument({}),
  'synopses:scene:propose': proposingScene,
  'synopses:job:forecast': withSynopsisJob(['SYNOPSIS_JOB_NOT_FOUND']),
  'synopses:job:start': withSynopsisJob(['SYNOPSIS_JOB_NOT_FOUND', 'MODEL_NOT_SELECTED']),
  'synopses:job:cancel': ownOnly,
  'synopses:accept': settlingSynopsis,
  'synopses:takeBack': settlingSynopsis,
  'synopses:reject': settlingSynopsis,
};
/** Findings are known by what they say: another book's id means nothing here. */
const settlingFinding: Attempts<Input<'contradictions:dismiss'>> = ({ projectId }) => [
  { input: { projectId, findingIds: ['none'] }, refusals: ['CONTRADICTION_NOT_FOUND'] },
];
const inChapters: Attempts<Input<'contradictions:check'>> = ({ projectId }, { documentId }) => [
  { input: { projectId, documentIds: [documentId] }, refusals: document },
];
const askingInChapters: Attempts<Input<'contradictions:check'>> = (a, b) =>
  inChapters(a, b).map(({ input, refusals }) => ({
    ...{ input, refusals: [...refusals, 'MODEL_NOT_SELECTED' as const] },
  }));
const ownName = { unscoped: 'acts on the project it names; no second id' };
export const ofNamesAndWords = {
  'spelling:words:list': ownOnly,
  'spelling:words:add': ownName,
  'spelling:words:remove': ownName,
  'knowledge:newNames:list': ownOnly,
  'knowledge:newNames:dismiss': ownName,
  'knowledge:newNames:restore': ownName,
  'reports:watched:list': ownOnly,
  'reports:watched:change': ownName,
};
export const ofContradictions = {
  'contradictions:list': ownOnly,
  'contradictions:check': inChapters,
  'contradictions:job:forecast': askingInChapters,
  'contradictions:job:start': askingInChapters,
  'contradictions:job:cancel': ownOnly,
  'contradictions:dismiss': settlingFinding,
  'contradictions:restore': settlingFinding,
};
const marking: Attempts<Input<'threads:mark'>> = (a, b) => [
  {
    input: {
      ...{ projectId: a.projectId, threadId: b.threadId, documentId: a.documentId },
      ...{ kind: 'echoed', start: 0, end: 3 },
    },
    refusals: ['THREAD_NOT_FOUND'],
  },
  {
    input: {
      ...{ projectId: a.projectId, threadId: a.threadId, documentId: b.documentId },
      ...{ kind: 'echoed', start: 0, end: 3 },
    },
    refusals: document,
  },
];
export const ofThreads = {
  'threads:list': ownOnly,
  'threads:create': promising,
  'threads:update': withThread({ title: 'x' }),
  'threads:delete': withThread({}),
  'threads:restore': withThread({}),
  'threads:echoes': withThread({}),
  'threads:mark': marking,
  'threads:unmark': withThread({ placeId: 'place' }),
  'threads:marks:restore': withThread({ placeId: 'place' }),
};
export const expecting: Attempts<Input<'expectations:create'>> = ({ projectId, documentId }, b) => {
  const expected = { projectId, expect: 'in' as const };
  const item = { text: 'x' };
  return [
    { input: { ...expected, at: { documentId: b.documentId }, item }, refusals: document },
    {
      input: { ...expected, at: { every: true, before: { documentId: b.documentId } }, item },
      refusals: document,
    },
    {
      input: { ...expected, at: { documentId }, item: { entityId: b.entityId } },
      refusals: entity,
    },
    {
      input: { ...expected, at: { documentId }, item: { constraintId: b.constraintId } },
      refusals: ['CONSTRAINT_NOT_FOUND'],
    },
    {
      input: {
        ...expected,
        at: { documentId },
        item: { documentId: b.documentId, start: 0, end: 3 },
      },
      refusals: document,
    },
  ];
};
export const snapshots: Attempts<Input<'documents:snapshots:read'>> = (a, b) => [
  {
    input: { projectId: a.projectId, documentId: b.documentId, snapshotId: b.snapshotId },
    refusals: snapshot,
  },
  {
    input: { projectId: a.projectId, documentId: a.documentId, snapshotId: b.snapshotId },
    refusals: snapshot,
  },
];
export const replacing: Attempts<Input<'manuscript:replace'>> = ({ projectId }, { documentId }) => [
  {
    input: {
      projectId,
      replacement: 'x',
      places: [{ documentId, start: 0, end: 1, expected: 'c' }],
    },
    refusals: document,
  },
];
export const exporting: Attempts<Input<'documents:export:download'>> = (a, b) => [
  {
    input: { projectId: a.projectId, format: 'txt', documentIds: [a.documentId, b.documentId] },
    refusals: document,
  },
];
export const elsewhere: Unscoped = {
  unscoped: 'acts within the conversation it names; no second id',
};
const whereOff = ({ projectId }: { projectId: string }) => [
  { input: { projectId }, refusals: ['GIT_OFF'] as const },
];
export const ofGit = {
  'git:get': ownOnly,
  'git:update': ownOnly,
  'git:commit': whereOff,
  'git:pull': whereOff,
  'git:push': whereOff,
  'git:locks': ownOnly,
  'git:unlock': ownOnly,
  'git:cancel': ownOnly,
};
export const ofJobs = {
  'jobs:list': { unscoped: 'lists what is under way on this machine, no contents' },
  'jobs:cancel': { unscoped: 'acts on the work it names, of whichever window' },
  'jobs:dismiss': { unscoped: 'acts on the line it names; nothing of a book changes' },
} satisfies Record<string, Unscoped>;
export const machine: Unscoped = { unscoped: 'concerns this machine; no project in it' };
/** Asked before whether a model is connected: a chapter of B is refused whatever else is missing. */
export const beside: Attempts<Input<'conversation:send'>> = (a, b) => [
  {
    input: { conversationId: a.conversationId, text: 'What is here?', documentId: b.documentId },
    refusals: document,
  },
];
export const withMessage: Attempts<Input<'conversation:original'>> = (a, b) => [
  {
    input: { conversationId: a.conversationId, messageId: b.conversationId },
    refusals: ['MESSAGE_NOT_FOUND'],
  },
];

export const assembling: Attempts<Input<'context:assemble'>> = (a, b) => {
  const request = { projectId: a.projectId, cursorPosition: 3, skillId: 'continue' };
  return [
    { input: { ...request, documentId: b.documentId }, refusals: document },
    // Ids it does not know admit nothing.
    {
      input: { ...request, documentId: a.documentId, admit: [b.entityId, b.constraintId] },
      refusals: [],
    },
  ];
};

export const fence = (b: ProjectThings) => ({ knownBy: [b.entityId] });

/** Names of B's entry are found in no text of A's. */
export const findingNames: Attempts<Input<'knowledge:names:find'>> = (
  { projectId },
  { entityId },
) => [{ input: { projectId, text: 'Kanarienvogel', entityId }, refusals: [] }];
export const knowing: Attempts<Input<'knowledge:card'>> = (a, b) => [
  {
    input: { projectId: a.projectId, entityId: b.entityId, documentId: a.documentId },
    refusals: entity,
  },
  {
    input: { projectId: a.projectId, entityId: a.entityId, documentId: b.documentId },
    refusals: document,
  },
];

type OfRelation = Input<'knowledge:relations:delete' | 'knowledge:relations:restore'>;
export const ofRelation: Attempts<OfRelation> = ({ projectId }, { relationId }) => [
  {
    input: { projectId, relationId },
    refusals: ['RELATION_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'],
  },
];

export const ofRetrieval = {
  'retrieval:index': ownOnly,
  'retrieval:model:look': ({ projectId }: { projectId: string }) => [
    { input: { projectId, folder: '/nowhere' }, refusals: ['SENTENCE_MODEL_INCOMPLETE'] as const },
  ],
  'retrieval:model:offer': { unscoped: 'names a published model, and nothing of a book' },
  'retrieval:model:download': { unscoped: 'names a published model, and nothing of a book' },
  'retrieval:model:stored': { unscoped: 'lists what was downloaded to this machine' },
  'retrieval:model:remove': { unscoped: 'names a downloaded model, and nothing of a book' },
  'retrieval:status': ownOnly,
  'retrieval:cancel': ownOnly,
  'retrieval:search': (a: { projectId: string }) => [
    {
      input: { projectId: a.projectId, query: 'Kanarienvogel lamp ferry', limit: 200 },
      refusals: [],
    },
  ],
};

/** A chapter of B behind one of A. */
export const merging: Attempts<Input<'documents:merge'>> = (a, b) => [
  {
    input: { projectId: a.projectId, documentIds: [a.documentId, b.documentId] },
    refusals: document,
  },
];

/** A scene out of a chapter of B, and one of A into it. */
export const withScene: Attempts<Input<'documents:moveScene'>> = (a, b) =>
  [
    { documentId: b.documentId, toDocumentId: a.documentId },
    { documentId: a.documentId, toDocumentId: b.documentId },
  ].map((chapters) => ({
    input: { projectId: a.projectId, ...chapters, scene: 0, expectedVersion: 'any' },
    refusals: document,
  }));
