import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDatabase } from '#main/db/open.ts';
import { createEventBus } from '#main/events.ts';
import { createConstraints } from '#main/book/constraints/index.ts';
import { createDocuments, fileTools } from '#main/book/documents/index.ts';
import { createFindings } from '#main/book/findings/index.ts';
import { createExpectations } from '#main/book/expectations/index.ts';
import { createKnowledge } from '#main/book/knowledge/index.ts';
import { createMemory } from '#main/book/memory/index.ts';
import { createOrigins } from '#main/book/origins/index.ts';
import { createRecords, findRecordFolders, listAnnounced } from '#main/book/records/index.ts';
import { createNewNames } from '#main/book/new-names/index.ts';
import { createNotes } from '#main/book/notes/index.ts';
import { createSceneFacts } from '#main/book/scene-facts/index.ts';
import { createThreads } from '#main/book/threads/index.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { putNewDatabase } from '#tests/helpers/new-database.ts';
import { createDays } from '#main/book/days/index.ts';
import { createExportPart } from '#main/book/export/index.ts';
import { createProjectPart, createProjects, type Seed } from '#main/book/projects/index.ts';
import { createWatchedWords } from '#main/book/reports/watched-words.ts';
import { createSpelling } from '#main/book/spelling/index.ts';
import type { EventName, EventPayload } from '#shared/contract/events.ts';
import type { Language } from '#shared/domain/identifiers.ts';

export type SeenEvent = { [N in EventName]: { name: N; payload: EventPayload<N> } }[EventName];

/** A temp folder with a manuscript folder in it. */
export const makeFolder = async (files: Record<string, string | Buffer> = {}) => {
  const base = await mkdtemp(join(tmpdir(), 'fabula-projects-'));
  const root = join(base, 'novel');
  await mkdir(root);
  const write = async (path: string, content: string | Buffer): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) await write(path, content);
  return {
    base,
    root,
    write,
    read: (path: string): Promise<Buffer> => readFile(join(root, path)),
    // A book that is still open may be writing its records beside.
    remove: (): Promise<void> => rm(base, { recursive: true, force: true, maxRetries: 5 }),
  };
};

/** The two services on a real database; `restart` is a new process as far as they can tell. */
export const startProjects = async (
  base: string,
  options: { samples?: string; systemLanguage?: Language; data?: string } = {},
) => {
  const data = options.data ?? join(base, 'data');
  const clock = { time: 1_700_000_000_000, now: () => clock.time };
  const seen: SeenEvent[] = [];
  const imported: { projectId: string; seed: Seed }[] = [];
  const log: { level: string; message: string }[] = [];
  const logger = {
    log: (level: string, message: string) => {
      log.push({ level, message });
    },
  };
  putNewDatabase(data);
  const { database } = openDatabase(data, null, clock, logger);
  const events = createEventBus((error) => {
    throw error;
  });
  events.on((name, payload) => {
    // The bus keeps name and payload together; the type of a generic listener cannot say so.
    seen.push({ name, payload } as SeenEvent);
  });
  const platform = {
    sqliteBinding: null,
    paths: {
      data,
      documents: join(base, 'documents'),
      assets: join(base, 'assets'),
      samples: options.samples ?? join(base, 'samples'),
    },
    clock,
    logger,
    systemLanguage: options.systemLanguage ?? ('en' as const),
  };
  const days = createDays({
    database,
    events,
    clock,
    logger,
    chaptersOf: (id) => documents.list(id),
  });
  const origins = createOrigins({
    database,
    clock,
    logger,
    documents: {
      list: (id) => documents.list(id),
      read: (id, documentId) => documents.read(id, documentId),
      textOf: (id, version) => documents.textOf(id, version),
    },
  });
  const documents = createDocuments({
    database,
    platform,
    events,
    days,
    origins,
    records: {
      findFolders: findRecordFolders,
      listAnnounced,
      takeNew: (projectId) => records.takeNew(projectId),
      noteCopy: (projectId, copy) => records.noteCopy(projectId, copy),
      noteTouched: (projectId) => records.noteTouched(projectId),
    },
  });
  const parts = { database, events, clock, chapters: documents.chapters };
  const tokens = createTokens({ countTokens: (text) => text.length });
  const knowledge = createKnowledge({ ...parts, tokens });
  const records = createRecords({
    database,
    platform,
    events,
    settings: documents.settings,
    copies: documents.copies,
    knowledge,
    constraints: createConstraints({ ...parts, tokens }),
    memory: createMemory({ ...parts, tokens }),
    expectations: createExpectations({ database, events, clock, documents }),
    threads: createThreads({ database, events, clock, logger, documents }),
    notes: createNotes({ database, events, clock, logger, documents, knowledge }),
    sceneFacts: createSceneFacts({ database, events, clock, logger, documents }),
    findings: createFindings({ database, clock, events }),
    book: {
      project: createProjectPart({ database, events }),
      goals: days.bookPart,
      words: createSpelling({ database, events, clock }).bookPart,
      dismissed: createNewNames({ database, events, clock, documents, knowledge }).bookPart,
      watched: createWatchedWords({ database, events, clock }).bookPart,
      exports: createExportPart(database),
    },
    tools: fileTools,
    readFolder: async () => 0,
  });
  const projects = createProjects({
    ...{ database, mayWrite: true },
    platform,
    events,
    documents,
    records,
    sample: {
      isTaken: (projectId) => imported.some((one) => one.projectId === projectId),
      plan: () => Promise.resolve(),
      importSeed: (projectId, seed) => {
        imported.push({ projectId, seed });
        return { pointOfViewEntityId: 'narrator' };
      },
    },
  });
  return {
    database,
    documents,
    origins,
    projects,
    events,
    clock,
    seen,
    imported,
    log,
    stop: async (): Promise<void> => {
      await projects.closeAll();
      database.close();
    },
  };
};

/** Waits until `look` answers true; fails after `limit` ms. */
export const eventually = async (look: () => boolean | Promise<boolean>, limit = 10_000) => {
  const end = Date.now() + limit;
  while (!(await look())) {
    if (Date.now() > end) throw new Error('what was waited for did not happen');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
