import { fileURLToPath } from 'node:url';
import type { Channel, Input } from '#shared/contract/index.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { ProjectThings } from './two-projects.ts';

/** What a caller who holds project A tries with the ids of project B. */
export type Attempt<I> = {
  input: I;
  /** Codes that keep B out; empty when the call has no id of B to name and must answer with A's things only. */
  refusals: readonly ErrorCode[];
};

type Attempts<I> = (a: ProjectThings, b: ProjectThings) => Attempt<I>[];

/** Channels that name no project, each with the reason why B is safe from them. */
type Unscoped = { unscoped: string };

const ownOnly = ({ projectId }: ProjectThings): Attempt<{ projectId: string }>[] => [
  { input: { projectId }, refusals: [] },
];

const document: readonly ErrorCode[] = ['DOCUMENT_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'];
const snapshot: readonly ErrorCode[] = [...document, 'SNAPSHOT_NOT_FOUND'];
const entity: readonly ErrorCode[] = ['ENTITY_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'];
const assembly: readonly ErrorCode[] = ['CONTEXT_ASSEMBLY_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'];

const withDocument =
  <T extends object>(more: T) =>
  ({ projectId }: ProjectThings, { documentId }: ProjectThings) => [
    { input: { projectId, documentId, ...more }, refusals: document },
  ];
const withConstraint =
  <T extends object>(more: T) =>
  ({ projectId }: ProjectThings, { constraintId }: ProjectThings) => [
    {
      input: { projectId, constraintId, ...more },
      refusals: ['CONSTRAINT_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'] as const,
    },
  ];
const withEntity =
  <T extends object>(more: T) =>
  ({ projectId }: ProjectThings, { entityId }: ProjectThings) => [
    { input: { projectId, entityId, ...more }, refusals: entity },
  ];
const withRule =
  <T extends object>(more: T) =>
  ({ projectId }: ProjectThings, { ruleId }: ProjectThings) => [
    {
      input: { projectId, ruleId, ...more },
      refusals: ['MEMORY_RULE_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'] as const,
    },
  ];
const snapshots: Attempts<Input<'documents:snapshots:read'>> = (a, b) => [
  {
    input: { projectId: a.projectId, documentId: b.documentId, snapshotId: b.snapshotId },
    refusals: snapshot,
  },
  {
    input: { projectId: a.projectId, documentId: a.documentId, snapshotId: b.snapshotId },
    refusals: snapshot,
  },
];
const exporting: Attempts<Input<'documents:export:download'>> = (a, b) => [
  {
    input: { projectId: a.projectId, format: 'txt', documentIds: [a.documentId, b.documentId] },
    refusals: document,
  },
];
const elsewhere: Unscoped = { unscoped: 'acts within the conversation it names; no second id' };
const machine: Unscoped = { unscoped: 'concerns this machine; no project in it' };
/** Asked before whether a model is connected: a chapter of B is refused whatever else is missing. */
const beside: Attempts<Input<'conversation:send'>> = (a, b) => [
  {
    input: { conversationId: a.conversationId, text: 'What is here?', documentId: b.documentId },
    refusals: document,
  },
];
const withMessage: Attempts<Input<'conversation:original'>> = (a, b) => [
  {
    input: { conversationId: a.conversationId, messageId: b.conversationId },
    refusals: ['MESSAGE_NOT_FOUND'],
  },
];

const assembling: Attempts<Input<'context:assemble'>> = (a, b) => {
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

const fence = (b: ProjectThings) => ({ knownBy: [b.entityId] });

/** One line for every channel there is: a new one does not compile without its own. */
export const isolation: { [C in Channel]: Attempts<Input<C>> | Unscoped } = {
  'manuscript:search': ({ projectId }) => [
    { input: { projectId, query: 'canary', limit: 50 }, refusals: [] },
  ],
  'manuscript:replace': ({ projectId }, { documentId }) => [
    {
      input: {
        projectId,
        replacement: 'x',
        places: [{ documentId, start: 0, end: 1, expected: 'c' }],
      },
      refusals: document,
    },
  ],
  'manuscript:undo': ({ projectId }) => [
    { input: { projectId, undoId: 'none' }, refusals: ['REPLACEMENT_NOT_FOUND'] },
  ],
  'manuscript:cancel': ownOnly,
  'manuscript:rename:preview': withEntity({ name: 'Nobody' }),
  'projects:open': { unscoped: 'opens a folder the caller names' },
  'projects:list': { unscoped: 'lists the writer’s projects, no contents' },
  'projects:get': ownOnly,
  'projects:rename': { unscoped: 'acts on the project it names; no second id' },
  'projects:update': (a, b) => [
    { input: { projectId: a.projectId, pointOfViewEntityId: b.entityId }, refusals: entity },
  ],
  'projects:close': { unscoped: 'acts on the project it names; no second id' },
  'projects:forget': { unscoped: 'acts on the project it names; no second id' },
  'projects:create': { unscoped: 'makes a project' },
  'projects:openSample': { unscoped: 'opens a copy of a sample' },
  'documents:list': ownOnly,
  'documents:read': withDocument({}),
  'documents:save': withDocument({ text: 'stolen', expectedVersion: 'any' }),
  'documents:create': (a, b) => [
    {
      input: { projectId: a.projectId, title: 'X', afterDocumentId: b.documentId },
      refusals: document,
    },
  ],
  'documents:rename': withDocument({ title: 'stolen' }),
  'documents:move': withDocument({ toIndex: 0 }),
  'documents:delete': withDocument({}),
  'documents:deleted': ownOnly,
  'documents:restore': withDocument({}),
  'documents:split': withDocument({ at: 3, expectedVersion: 'any' }),
  'documents:merge': (a, b) => [
    {
      input: { projectId: a.projectId, documentIds: [a.documentId, b.documentId] },
      refusals: document,
    },
  ],
  'documents:undo': ({ projectId }) => [
    { input: { projectId, undoId: 'none' }, refusals: ['STEP_NOT_FOUND'] },
  ],
  'documents:update': (a, b) => [
    {
      input: { projectId: a.projectId, documentId: b.documentId, fence: null },
      refusals: document,
    },
    {
      input: { projectId: a.projectId, documentId: a.documentId, pointOfViewEntityId: b.entityId },
      refusals: entity,
    },
  ],
  'documents:conflict:read': withDocument({}),
  'documents:conflict:resolve': withDocument({ text: 'stolen', theirsVersion: 'any' }),
  'documents:fences:confirm': ownOnly,
  'documents:encodings:list': withDocument({}),
  'documents:encodings:choose': withDocument({ encoding: 'UTF-8' }),
  'documents:snapshots:list': withDocument({}),
  'documents:snapshots:create': withDocument({}),
  'documents:snapshots:name': (a, b) =>
    snapshots(a, b).map(({ input, refusals }) => ({
      input: { ...input, name: 'stolen' },
      refusals,
    })),
  'documents:snapshots:read': snapshots,
  'documents:snapshots:restore': snapshots,
  'documents:snapshots:restoreOriginal': snapshots,
  'import:preview': { unscoped: 'reads a file the caller names' },
  'import:commit': (a, b) => [
    {
      input: {
        path: fileURLToPath(new URL('../../README.md', import.meta.url)),
        into: { projectId: a.projectId, afterDocumentId: b.documentId },
      },
      refusals: document,
    },
  ],
  'import:undo': ({ projectId }, { documentId }) => [
    { input: { projectId, created: [{ documentId, version: 'any' }] }, refusals: [] },
  ],
  'import:upload': { unscoped: 'keeps what the caller sends' },
  'import:discard': { unscoped: 'deletes what the caller sent' },
  'documents:export': (a, b) => [
    {
      input: {
        projectId: a.projectId,
        format: 'txt',
        path: '/nowhere/stolen.txt',
        documentIds: [b.documentId],
      },
      refusals: document,
    },
  ],
  'documents:export:download': exporting,
  'documents:export:print': exporting,
  'documents:export:preview': withDocument({ format: 'txt' as const }),
  'documents:export:choices:get': ownOnly,
  // Ids of chapters it does not know leave nothing out.
  'documents:export:choices:update': (a, b) => [
    { input: { projectId: a.projectId, leftOut: [b.documentId] }, refusals: [] },
  ],
  'projects:backups:list': ownOnly,
  'projects:backups:create': { unscoped: 'acts on the project it names; no second id' },
  'projects:backups:verify': ({ projectId }) => [
    { input: { projectId, backupId: '1-other' }, refusals: ['BACKUP_NOT_FOUND'] },
  ],
  'projects:backups:restore': ({ projectId }) => [
    {
      input: { projectId, backupId: '1-other', into: '/nowhere/stolen' },
      refusals: ['BACKUP_NOT_FOUND'],
    },
  ],
  'projects:bundle:export': { unscoped: 'packs the project it names; no second id' },
  'projects:bundle:import': { unscoped: 'reads a file the caller names' },
  'egress:list': { unscoped: 'the ledger belongs to the writer; its rows hold no contents' },
  'documents:export:reveal': { unscoped: 'shows what was exported from the project it names' },
  'goals:get': ownOnly,
  'goals:update': ownOnly,
  'goals:log': ownOnly,
  'constraints:list': ownOnly,
  'constraints:create': (a, b) => [
    // A fence around a stranger lets nobody in and tells nothing.
    { input: { projectId: a.projectId, type: 'plot', text: 'x', fence: fence(b) }, refusals: [] },
  ],
  'constraints:update': withConstraint({ expectedVersion: 1, text: 'stolen' }),
  'constraints:delete': withConstraint({}),
  'constraints:restore': withConstraint({}),
  'constraints:reorder': (a, b) => [
    {
      input: { projectId: a.projectId, constraintIds: [b.constraintId] },
      refusals: ['CONSTRAINT_NOT_FOUND', 'CONSTRAINT_INVALID', 'CONTEXT_SCOPE_VIOLATION'],
    },
  ],
  'knowledge:entities:list': ownOnly,
  'knowledge:entities:create': (a, b) => [
    {
      input: { projectId: a.projectId, kind: 'item', name: 'x', summary: '', fence: fence(b) },
      refusals: [],
    },
  ],
  'knowledge:entities:update': withEntity({ expectedVersion: 1, name: 'stolen' }),
  'knowledge:entities:delete': withEntity({}),
  'knowledge:entities:restore': withEntity({}),
  'knowledge:relations:list': ownOnly,
  'knowledge:relations:create': (a, b) => [
    {
      input: {
        projectId: a.projectId,
        subjectId: a.entityId,
        predicate: 'x',
        objectId: b.entityId,
      },
      refusals: [...entity, 'RELATION_INVALID'],
    },
    {
      input: {
        projectId: a.projectId,
        subjectId: b.entityId,
        predicate: 'x',
        objectId: a.entityId,
      },
      refusals: [...entity, 'RELATION_INVALID'],
    },
  ],
  'knowledge:relations:delete': (a, b) => [
    {
      input: { projectId: a.projectId, relationId: b.relationId },
      refusals: ['RELATION_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'],
    },
  ],
  'memory:rules:list': ownOnly,
  'memory:rules:create': { unscoped: 'acts on the project it names; no second id' },
  'memory:rules:confirm': withRule({}),
  'memory:rules:update': withRule({ expectedVersion: 1, text: 'stolen' }),
  'memory:rules:delete': withRule({}),
  'memory:rules:restore': withRule({}),
  'memory:episodes:list': ownOnly,
  'memory:episodes:create': withDocument({ text: 'x' }),
  'memory:episodes:delete': (a, b) => [
    {
      input: { projectId: a.projectId, episodeId: b.episodeId },
      refusals: ['MEMORY_EPISODE_NOT_FOUND', 'CONTEXT_SCOPE_VIOLATION'],
    },
  ],
  'memory:working:list': ownOnly,
  'spelling:words:list': ownOnly,
  'spelling:words:add': { unscoped: 'acts on the project it names; no second id' },
  'spelling:words:remove': { unscoped: 'acts on the project it names; no second id' },
  'retrieval:index': ownOnly,
  'retrieval:status': ownOnly,
  'retrieval:cancel': ownOnly,
  'retrieval:search': (a) => [
    {
      input: { projectId: a.projectId, query: 'Kanarienvogel lamp ferry', limit: 200 },
      refusals: [],
    },
  ],
  'context:assemble': assembling,
  'context:inspect': assembling,
  'context:budget:get': ownOnly,
  'context:budget:update': { unscoped: 'acts on the project it names; no second id' },
  'context:history:list': ownOnly,
  'context:history:replay': { unscoped: 'replays the assembly it names; no second id' },
  'context:history:items': { unscoped: 'lists the assembly it names; no second id' },
  'context:history:compare': (a, b) => [
    { input: { from: a.assemblyId, to: b.assemblyId }, refusals: assembly },
  ],
  'context-files:list': { unscoped: 'acts within the conversation it names; no project in it' },
  'context-files:read': { unscoped: 'acts within the conversation it names; no project in it' },
  'context-files:tail': { unscoped: 'acts within the conversation it names; no project in it' },
  'context-files:grep': { unscoped: 'acts within the conversation it names; no project in it' },
  'context-files:export': { unscoped: 'acts within the conversation it names; no project in it' },
  'context-files:import': { unscoped: 'acts within the conversation it names; no project in it' },
  'context-files:conversations': { unscoped: 'lists conversations by id and size, no contents' },
  'context-files:pin': { unscoped: 'acts within the conversation it names; no project in it' },
  'context-files:delete': { unscoped: 'acts within the conversation it names; no project in it' },
  'context-files:usage': { unscoped: 'counts and sizes only' },
  'context-files:clean': { unscoped: 'counts and sizes only' },
  'judge:check': (a, b) => [
    { input: { projectId: a.projectId, documentId: b.documentId }, refusals: document },
    { input: { projectId: a.projectId, documentId: a.documentId }, refusals: [] },
  ],
  'judge:checks:list': ownOnly,
  'judge:checks:remove': { unscoped: 'acts on the project it names; no second id' },
  'judge:waive': (a, b) => {
    const waiver = { projectId: a.projectId, findingId: 'x', quote: 'x', reason: 'x' };
    return [
      { input: { ...waiver, constraintId: b.constraintId }, refusals: ['CONSTRAINT_NOT_FOUND'] },
      { input: { ...waiver, entityId: b.entityId }, refusals: entity },
    ];
  },
  'judge:unwaive': { unscoped: 'acts on the project it names; no second id' },
  'judge:waivers:list': ownOnly,
  'judge:settings:get': ownOnly,
  'judge:settings:update': { unscoped: 'acts on the project it names; no second id' },
  'ai:models:list': { unscoped: 'models belong to the writer' },
  'ai:models:save': { unscoped: 'models belong to the writer' },
  'ai:models:select': { unscoped: 'models belong to the writer' },
  'ai:models:remove': { unscoped: 'models belong to the writer' },
  'ai:models:test': { unscoped: 'models belong to the writer' },
  'ai:models:discover': { unscoped: 'asks the machine, names no project' },
  'ai:skills:list': { unscoped: 'skills belong to the writer' },
  'ai:skills:read': { unscoped: 'skills belong to the writer' },
  'ai:skills:copy': { unscoped: 'skills belong to the writer' },
  'ai:run': (a, b) => [
    {
      input: {
        projectId: a.projectId,
        documentId: b.documentId,
        cursorPosition: 3,
        skillId: 'continue',
      },
      refusals: [...document, 'MODEL_NOT_SELECTED'],
    },
  ],
  'ai:cancel': { unscoped: 'ends the run it names; no second id' },
  'ai:runs:list': ownOnly,
  'ai:runs:judge': ({ projectId }, b) => [
    { input: { projectId, runId: b.conversationId }, refusals: ['RUN_NOT_FOUND'] },
  ],
  'ai:candidates:list': withDocument({}),
  'ai:candidates:accept': { unscoped: 'acts on the candidate it names; no second id' },
  'ai:candidates:restore': { unscoped: 'acts on the candidate it names; no second id' },
  'ai:candidates:reject': { unscoped: 'acts on the candidate it names; no second id' },
  'conversation:create': ownOnly,
  'conversation:list': ownOnly,
  'conversation:get': elsewhere,
  'conversation:rename': elsewhere,
  'conversation:delete': elsewhere,
  'conversation:export': elsewhere,
  'conversation:original': withMessage,
  'conversation:offload': withMessage,
  'conversation:restore': withMessage,
  'conversation:store-output': withMessage,
  'conversation:attach': elsewhere,
  'conversation:compact': elsewhere,
  'conversation:send': beside,
  'conversation:resume': elsewhere,
  'conversation:stop': { unscoped: 'acts on the turn it names; no second id' },
  'conversation:forecast': beside,
  'conversation:permit': { unscoped: 'answers the request it names; no second id' },
  'conversation:permissions:pending': machine,
  'conversation:permissions:list': machine,
  'conversation:permissions:remove': machine,
  'mcp:servers:list': machine,
  'mcp:servers:save': machine,
  'mcp:servers:remove': machine,
  'mcp:servers:connect': machine,
  'settings:get': { unscoped: 'settings belong to the writer' },
  'settings:update': { unscoped: 'settings belong to the writer' },
  'host:capabilities': { unscoped: 'no project in it' },
  'host:pickSaveFile': { unscoped: 'no project in it' },
  'host:pickFolder': { unscoped: 'no project in it' },
  'host:revealFile': (a, b) => [
    {
      input: { projectId: a.projectId, documentId: b.documentId },
      refusals: [...document, 'CAPABILITY_MISSING'],
    },
  ],
};
