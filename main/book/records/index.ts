/** What belongs to a book beside its chapters' texts, as plain files in its folder (B1–B7). */
import type { Database } from 'better-sqlite3';
import { reportError } from '#main/base/failures/error-report.ts';
import type { EventBus } from '#main/events.ts';
import type { Platform } from '#main/platform.ts';
import type { ConstraintsService } from '../constraints/service.ts';
import type { ChapterSettingsAccess, CopiesAccess } from '../documents/service.ts';
import type { KnowledgeService } from '../knowledge/service.ts';
import type { FindingsService } from '../findings/service.ts';
import type { ExpectationsService } from '../expectations/service.ts';
import type { MemoryService } from '../memory/service.ts';
import type { RecordSource } from '../record-source.ts';
import type { NotesService } from '../notes/service.ts';
import type { SceneFactsService } from '../scene-facts/service.ts';
import type { ThreadsService } from '../threads/service.ts';
import { binBadFiles } from './bin-bad-files.ts';
import type { BookParts } from './book-source.ts';
import type { OriginalOf } from './group-files.ts';
import type { RecordKind } from './kinds.ts';
import type { MergeTexts } from './merge-fields.ts';
import { createOpenBooks } from './open-books.ts';
import { outsideOfCopy } from './outside-changes.ts';
import { listOutside, markSeen } from './list-outside.ts';
import type { Fields } from './record-state.ts';
import { settleOutside } from './settle-outside.ts';
import type { RecordsService } from './service.ts';
import { createRecordStore } from './store.ts';
import { createSource, type ProjectParts, syncProject } from './sync-project.ts';
import type { FileTools } from './write-record.ts';

export { listAnnounced } from './announced-chapters.ts';
export { findRecordFolders } from './record-places.ts';

export type RecordsDependencies = {
  database: Database;
  platform: Pick<Platform, 'clock' | 'logger'>;
  events: EventBus;
  settings: ChapterSettingsAccess;
  copies: CopiesAccess;
  knowledge: Pick<KnowledgeService, 'records'>;
  constraints: Pick<ConstraintsService, 'records'>;
  memory: Pick<MemoryService, 'records'>;
  expectations: Pick<ExpectationsService, 'records'>;
  threads: Pick<ThreadsService, 'records'>;
  notes: Pick<NotesService, 'records'>;
  sceneFacts: Pick<SceneFactsService, 'records'>;
  findings: Pick<FindingsService, 'records'>;
  /** What is settled for the whole book. */
  book: BookParts;
  /** Looks at the chapters' files now; answers how many of them are in conflict. */
  readFolder(projectId: string): Promise<number>;
  /** What the documents room has for files. */
  tools: FileTools & { originalOf: OriginalOf; mergeTexts: MergeTexts };
};

/** The records room knows no kind by its fields: what it puts has passed the kind's schema. */
const anyRecords = <F extends Fields>(source: RecordSource<F>): RecordSource<Fields> => ({
  ...source,
  put: (projectId, id, fields) => source.put(projectId, id, fields as F),
});

/** What is told when a record changed here. */
const changes: ReadonlySet<string> = new Set([
  'knowledge:changed',
  'constraints:changed',
  'memory:changed',
  'expectations:changed',
  'threads:changed',
  'notes:changed',
  'scenes:changed',
  'contradictions:changed',
  'project:changed',
  'project:settled',
  'spelling:changed',
  'knowledge:newNames:changed',
  'reports:watched:changed',
]);

export const createRecords = (dependencies: RecordsDependencies): RecordsService => {
  const { database, platform, events, settings, copies, tools } = dependencies;
  const { clock, logger } = platform;
  const { knowledge, constraints, memory, expectations, threads, notes, findings } = dependencies;
  const store = createRecordStore(database);
  const parts: ProjectParts = {
    store,
    tools,
    originalOf: tools.originalOf,
    mergeTexts: tools.mergeTexts,
    clock,
    logger,
    settings,
    book: dependencies.book,
    sources: {
      codex: anyRecords(knowledge.records),
      constraints: anyRecords(constraints.records),
      habits: anyRecords(memory.records),
      expectations: anyRecords(expectations.records),
      threads: anyRecords(threads.records),
      notes: anyRecords(notes.records),
      scenes: anyRecords(dependencies.sceneFacts.records),
      dismissed: anyRecords(findings.records),
    },
  };
  const books = createOpenBooks({
    async sync(book) {
      const before = store.stampOutside(book.projectId);
      const outcome = await syncProject(parts, book);
      if (store.stampOutside(book.projectId) !== before) {
        events.emit('records:outside', { projectId: book.projectId });
      }
      return outcome;
    },
    onFailure: (projectId, error) =>
      logger.log('error', 'a look at the records of a book failed', {
        projectId,
        ...reportError(error),
      }),
  });
  events.on((name, payload) => {
    if (changes.has(name) && 'projectId' in payload) books.schedule(String(payload.projectId));
  });
  const sourceOf = (projectId: string, kind: RecordKind) => createSource(parts, projectId, kind);
  const shown = { store, copies, codex: parts.sources.codex };

  return {
    attach: (book) => books.attach(book, !store.hasAgreed(book.projectId)),
    detach: books.detach,
    writeWaiting: books.writeWaiting,
    async sync(projectId) {
      const chaptersInConflict = await dependencies.readFolder(projectId);
      const counts = await books.look(projectId);
      return { ...counts, conflicts: counts.conflicts + chaptersInConflict };
    },
    takeNew: books.takeNew,
    noteTouched: books.schedule,
    problems: (projectId) =>
      books
        .problems(projectId)
        .map((path) => ({ path, problem: 'recordUnreadable', detail: '' }) as const),
    async confirm(projectId) {
      await books.alone(projectId, (root) => binBadFiles(parts, { projectId, root }));
      await books.look(projectId);
    },
    listOutside: (projectId) => listOutside(shown, projectId),
    noteCopy(projectId, copy) {
      store.addOutside(projectId, { ...outsideOfCopy(copy), noticedAt: clock.now() });
      events.emit('records:outside', { projectId });
    },
    markOutsideSeen(projectId, changeIds) {
      markSeen(shown, projectId, changeIds);
      events.emit('records:outside', { projectId });
    },
    async settleOutside({ projectId, changeId, choice }, beforeJoined) {
      const { mergeTexts } = tools;
      const settling = { store, sourceOf, copies, mergeTexts, beforeJoined };
      await settleOutside(settling, { projectId, changeId, choice });
      events.emit('records:outside', { projectId });
      books.schedule(projectId);
    },
    forgetProject: (projectId) => store.forget(projectId),
  };
};
