import { openJobs } from '#tests/helpers/jobs.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventName, EventPayload } from '#shared/contract/events.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { AppError } from '#shared/errors.ts';
import type { Jobs } from '#main/jobs/service.ts';
import { createEventBus, type EventBus } from '#main/events.ts';
import { createRetrieval } from '#main/context/retrieval/index.ts';
import type { PassageFilter, RetrievalService } from '#main/context/retrieval/service.ts';
import { openEgress } from './egress.ts';
import { programFiles } from './program-files.ts';

/** Chapters in memory with the events real documents send: retrieval sees nothing else of a project. */
export type Book = {
  projectId: string;
  documents: Map<string, { text: string; version: number }>;
  write(documentId: string, text: string): void;
  remove(documentId: string): void;
};

export type RetrievalBench = {
  retrieval: RetrievalService;
  events: EventBus;
  /** `<temp>/data/retrieval.sqlite` */
  file: string;
  settings: Settings;
  jobs: Jobs;
  seen: { name: EventName; payload: EventPayload<EventName> }[];
  /** Chapters that were read, one after the other. */
  read: string[];
  open(projectId: string): Book;
  /** A second service on the same index, as after a restart; `asAfterKill`: what is noted of jobs is a dead program's. */
  restart(how?: { asAfterKill: boolean }): Promise<RetrievalService>;
  close(): Promise<void>;
};

/** Nothing is kept back. */
export const everything: PassageFilter = {
  allowsDocument: () => true,
  allowsPassage: () => true,
};

const infoOf = (documentId: string, order: number): DocumentInfo => ({
  documentId,
  path: `${documentId}.md`,
  title: documentId,
  order,
  chapter: order + 1,
  charCount: 0,
  wordCount: 0,
  group: '',
  encoding: 'utf-8',
  modifiedAt: 0,
  pointOfViewEntityId: null,
  fence: null,
  status: null,
  synopsis: '',
  labels: [],
  wordGoal: null,
});

/** Notes are taken over from programs that are gone. */
const leaveToDead = (notes: string): void => {
  const { pid } = spawnSync('true');
  for (const name of readdirSync(notes)) {
    const file = path.join(notes, name);
    const note: object = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...note, pid, started: '1' }));
  }
};

/** A real retrieval service, with its real worker and SQLite in a temp folder. */
export const createRetrievalBench = async (
  change: Partial<Settings> = {},
  worker = programFiles.worker('context/retrieval/retrieval.worker'),
  sentenceModel = programFiles.worker('context/retrieval/model/sentence-model.worker'),
  /** Ms a request waits for a model: as long as it takes, for the machine may be busy. */
  modelTimeoutMs = 60_000,
): Promise<RetrievalBench> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fabula-retrieval-'));
  const events = createEventBus((error) => {
    throw error;
  });
  const books = new Map<string, Book>();
  const settings: Settings = { ...defaultSettings, embedder: { kind: 'none' }, ...change };
  const seen: RetrievalBench['seen'] = [];
  const read: string[] = [];
  events.on((name, payload) => seen.push({ name, payload }));
  const bookOf = (projectId: string): Book => {
    const book = books.get(projectId);
    if (!book) throw new AppError('PROJECT_NOT_FOUND', 'no such project');
    return book;
  };
  const list = (projectId: string): DocumentInfo[] =>
    [...bookOf(projectId).documents.keys()].map(infoOf);
  const egress = openEgress();
  let jobs = openJobs(path.join(folder, 'data'));
  const make = (): Promise<RetrievalService> =>
    createRetrieval({
      egress,
      countTokens: (text) => text.length,
      platform: {
        paths: {
          data: path.join(folder, 'data'),
          documents: folder,
          assets: programFiles.assets,
          samples: folder,
        },
        workers: {
          retrieval: worker,
          sentenceModel,
        },
        logger: { log: () => undefined },
        sqliteBinding: null,
        secrets: null,
      },
      events,
      jobs,
      ...{ quietBeforeReading: 20, modelTimeoutMs },
      settings: { get: () => settings },
      knowledge: { listEntities: () => [], matcher: () => ({ find: () => [] }) },
      documents: {
        list,
        byId: (projectId) => new Map(list(projectId).map((info) => [info.documentId, info])),
        async read(projectId, documentId) {
          read.push(documentId);
          const held = bookOf(projectId).documents.get(documentId);
          if (!held) throw new AppError('DOCUMENT_NOT_FOUND', 'no such document');
          return { text: held.text, version: `v${held.version}` };
        },
      },
    });
  let retrieval = await make();
  return {
    get retrieval() {
      return retrieval;
    },
    events,
    file: path.join(folder, 'data', 'retrieval.sqlite'),
    settings,
    get jobs() {
      return jobs;
    },
    ...{ seen, read },
    open(projectId) {
      const documents: Book['documents'] = new Map();
      const book: Book = {
        projectId,
        documents,
        write(documentId, text) {
          const version = (documents.get(documentId)?.version ?? 0) + 1;
          const isNew = version === 1;
          documents.set(documentId, { text, version });
          if (isNew) events.emit('project:changed', { projectId, documents: list(projectId) });
          else {
            events.emit('document:changed', {
              projectId,
              documentId,
              version: `v${version}`,
              origin: 'fabula',
            });
          }
        },
        remove(documentId) {
          documents.delete(documentId);
          events.emit('project:changed', { projectId, documents: list(projectId) });
        },
      };
      books.set(projectId, book);
      return book;
    },
    async restart({ asAfterKill } = { asAfterKill: false }) {
      await retrieval.close();
      if (asAfterKill) {
        leaveToDead(path.join(folder, 'data', 'jobs'));
        jobs = openJobs(path.join(folder, 'data'));
      }
      retrieval = await make();
      return retrieval;
    },
    async close() {
      await retrieval.close();
      egress.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
