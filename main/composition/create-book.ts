/** The rooms that keep a book, made and handed to one another. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { createConstraints } from '#main/book/constraints/index.ts';
import { createDays } from '#main/book/days/index.ts';
import { createDocuments, fileTools } from '#main/book/documents/index.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import { createExportPart } from '#main/book/export/index.ts';
import { createFindings } from '#main/book/findings/index.ts';
import { createFormDrafts } from '#main/book/form-drafts/index.ts';
import { createExpectations } from '#main/book/expectations/index.ts';
import { createKnowledge, type MatcherTools } from '#main/book/knowledge/index.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import { createMentions } from '#main/book/mentions/index.ts';
import { createMemory } from '#main/book/memory/index.ts';
import { createNewNames } from '#main/book/new-names/index.ts';
import { createNotes } from '#main/book/notes/index.ts';
import { createOrigins } from '#main/book/origins/index.ts';
import { createProjectPart } from '#main/book/projects/index.ts';
import { createRecords, findRecordFolders, listAnnounced } from '#main/book/records/index.ts';
import { createThreads } from '#main/book/threads/index.ts';
import { createReports } from '#main/book/reports/index.ts';
import { createSceneFacts } from '#main/book/scene-facts/index.ts';
import { createScenes } from '#main/book/scenes/index.ts';
import { createSpelling } from '#main/book/spelling/index.ts';
import type { Tokens } from '#main/context/tokens/index.ts';
import type { EventBus } from '#main/events.ts';
import type { Jobs } from '#main/jobs/service.ts';
import type { Platform } from '#main/platform.ts';
import type { SettingsService } from '#main/settings/service.ts';
import { createSample } from './create-sample.ts';

type BookDependencies = {
  database: Database;
  platform: Platform;
  events: EventBus;
  tokens: Tokens;
  settings: Pick<SettingsService, 'get' | 'update'>;
  jobs: Jobs;
  nameTools: MatcherTools | undefined;
};

/** The chapters, and what is told of them day by day and character by character: each of these rooms asks another. */
const createChapters = (
  { database, platform, events }: Pick<BookDependencies, 'database' | 'platform' | 'events'>,
  records: Parameters<typeof createDocuments>[0]['records'],
) => {
  const { clock, logger } = platform;
  const days = createDays({
    ...{ database, clock, events, logger },
    chaptersOf: (id) => documents.list(id),
  });
  const origins = createOrigins({
    ...{ database, clock, logger },
    documents: {
      list: (projectId) => documents.list(projectId),
      read: (projectId, documentId) => documents.read(projectId, documentId),
      textOf: (projectId, version) => documents.textOf(projectId, version),
    },
  });
  const documents = createDocuments({ database, platform, events, days, origins, records });
  return { days, origins, documents };
};

/** What the writer keeps beside passages of the text, and what goes with them. */
const createBeside = ({
  database,
  platform: { clock, logger },
  events,
  documents,
  knowledge,
}: Pick<BookDependencies, 'database' | 'platform' | 'events'> & {
  documents: DocumentsService;
  knowledge: KnowledgeService;
}) => {
  const marked = { database, events, clock, logger, documents };
  return {
    threads: createThreads(marked),
    notes: createNotes({ ...marked, knowledge }),
    sceneFacts: createSceneFacts(marked),
  };
};

export const createBook = ({
  database,
  platform,
  events,
  tokens,
  settings,
  jobs,
  nameTools,
}: BookDependencies) => {
  const { clock, paths } = platform;
  const shared = { database, platform, events };
  const { days, origins, documents } = createChapters(shared, {
    // Chapters and records lie in one folder, and each room asks the other.
    findFolders: findRecordFolders,
    listAnnounced,
    takeNew: (projectId) => records.takeNew(projectId),
    noteCopy: (projectId, copy) => records.noteCopy(projectId, copy),
    noteTouched: (projectId) => records.noteTouched(projectId),
  });
  const parts = { database, events, clock, tokens, chapters: documents.chapters };
  const constraints = createConstraints(parts);
  const wordList = join(paths.assets, 'words', 'zh.txt');
  const knowledge = createKnowledge({ ...parts, wordList, nameTools });
  const mentions = createMentions({ documents, knowledge });
  const newNames = createNewNames({ database, events, clock, documents, knowledge });
  const memory = createMemory(parts);
  const expectations = createExpectations({ database, events, clock, documents });
  const beside = createBeside({ ...shared, documents, knowledge });
  const scenes = createScenes({ documents, sceneFacts: beside.sceneFacts });
  const formDrafts = createFormDrafts({ database, clock });
  const findings = createFindings({ database, clock, events });
  const spelling = createSpelling({ database, events, clock });
  const reports = createReports({
    ...{ database, events, documents, knowledge, platform, jobs, spelling },
    watchedWords: () => settings.get().watchedWords,
    spellingOf: () => {
      const { spelling: wanted } = settings.get().editor;
      // No lines under words of the page is no wish for a report without any.
      return wanted === 'off' ? 'both' : wanted;
    },
  });
  const records = createRecords({
    database,
    platform,
    events,
    settings: documents.settings,
    copies: documents.copies,
    knowledge,
    constraints,
    memory,
    expectations,
    ...beside,
    findings,
    book: {
      project: createProjectPart({ database, events }),
      goals: days.bookPart,
      words: spelling.bookPart,
      dismissed: newNames.bookPart,
      watched: reports.bookPart,
      exports: createExportPart(database),
    },
    tools: fileTools,
    readFolder: async (projectId) => {
      await documents.refresh(projectId);
      return documents.list(projectId).filter(({ hasConflict }) => hasConflict).length;
    },
  });
  const codex = { constraints, knowledge, memory };
  const sample = createSample({ ...codex, settings, documents, scenes, ...beside });
  const told = { expectations, spelling, ...beside, findings };
  const decided = { constraints, knowledge, mentions, newNames, memory, ...told };
  return { days, documents, origins, ...decided, formDrafts, records, reports, scenes, sample };
};
