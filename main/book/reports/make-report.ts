/** Gathers a book, has the worker report on it, and keeps what was read. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import type { Entity } from '#shared/domain/knowledge.ts';
import type { Report } from '#shared/domain/report.ts';
import { AppError } from '#shared/errors.ts';
import type { Variant } from '#shared/spelling/dictionary.ts';
import type { Platform } from '#main/platform.ts';
import { runWorker } from '#main/base/processes/run-worker.ts';
import type { Progress, ReportProgress } from '#main/jobs/service.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { KnowledgeService } from '../knowledge/service.ts';
import type { SpellingService } from '../spelling/service.ts';
import { describePlace } from '../describe-place.ts';
import type { KnownFacts } from './facts.ts';
import type { KeptBook, KeptFacts, ReadChapter } from './kept.ts';
import type { CodexName, MadeSection, ReportAnswer, ReportOrder } from './report-order.ts';

export type ReportSources = {
  documents: Pick<DocumentsService, 'list' | 'read'>;
  knowledge: Pick<KnowledgeService, 'listEntities'>;
  /** Words the writer wants to be told of in a book (敏感词). */
  watchedWords(projectId: string): readonly string[];
  spelling: Pick<SpellingService, 'listWords'>;
  /** Whose spelling is right. */
  spellingOf(): Variant;
  platform: Pick<Platform, 'workers' | 'paths' | 'clock' | 'logger'>;
};

export type ReportRun = { signal: AbortSignal; report: ReportProgress };

const unreadableCodes: readonly string[] = ['DOCUMENT_UNREADABLE', 'DOCUMENT_NOT_FOUND'];

export const readBook = async (
  { documents }: Pick<ReportSources, 'documents'>,
  projectId: string,
  signal: AbortSignal,
): Promise<{ chapters: ReadChapter[]; unreadable: string[] }> => {
  const chapters: ReadChapter[] = [];
  const unreadable: string[] = [];
  for (const { documentId } of documents.list(projectId)) {
    signal.throwIfAborted();
    try {
      const { text, version } = await documents.read(projectId, documentId);
      chapters.push({ documentId, version, text });
    } catch (error) {
      if (!(error instanceof AppError) || !unreadableCodes.includes(error.code)) throw error;
      unreadable.push(documentId);
    }
  }
  return { chapters, unreadable };
};

const nameOf = ({ entityId, kind, name, aliases }: Entity): CodexName => ({
  entityId,
  names: [name, ...aliases],
  isCharacter: kind === 'character',
});

const keyOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** What still holds of what was read before. */
const stillKnown = (before: KeptFacts | undefined, now: Omit<KeptFacts, 'facts'>): KnownFacts => {
  if (before === undefined || before.version !== now.version) return {};
  const { prose, names, watched, unknown } = before.facts;
  return {
    prose,
    names: before.namesKey === now.namesKey ? names : undefined,
    watched: before.watchedKey === now.watchedKey ? watched : undefined,
    unknown: before.spelling === now.spelling ? unknown : undefined,
  };
};

const died = (): AppError => new AppError('INTERNAL', 'The report ended before it was done.');

const runReport = async (
  { platform }: ReportSources,
  order: ReportOrder,
  { signal, report }: ReportRun,
): Promise<Extract<ReportAnswer, { kind: 'made' }>> => {
  const run = { signal, onProgress: report, died };
  const answer = await runWorker<Progress, ReportAnswer>(platform.workers.reports, order, run);
  if (answer.kind === 'made') return answer;
  platform.logger.log('error', 'a report could not be made', answer.report);
  throw died();
};

const lineIdOf = (kind: string, at: number): string => `${kind}-${at}`;

const describe = (
  sections: readonly MadeSection[],
  chapters: readonly ReadChapter[],
): Report['sections'] =>
  sections.map(({ kind, lines, ...section }) => ({
    ...section,
    kind,
    lines: lines.map(({ places, ...line }, at) => {
      const [chapter = 0, start = 0, end = 0] = places;
      const { documentId = '', text = '' } = chapters[chapter] ?? {};
      const place = { documentId, ...describePlace(text, start, end) };
      return { ...line, lineId: lineIdOf(kind, at), count: places.length / 3, place };
    }),
  }));

/** The one count of the book, with its headings; rates go by the prose alone. */
const countWords = (
  { documents }: ReportSources,
  projectId: string,
  chapters: readonly ReadChapter[],
): number => {
  const read = new Set(chapters.map(({ documentId }) => documentId));
  return documents
    .list(projectId)
    .reduce((sum, { documentId, wordCount }) => sum + (read.has(documentId) ? wordCount : 0), 0);
};

/** @param before what was kept of the book at its last report */
export const makeReport = async (
  sources: ReportSources,
  projectId: string,
  before: KeptBook | undefined,
  run: ReportRun,
): Promise<KeptBook> => {
  const { chapters, unreadable } = await readBook(sources, projectId, run.signal);
  const codex = sources.knowledge.listEntities(projectId).map(nameOf);
  const watched = sources.watchedWords(projectId);
  const spelling = sources.spellingOf();
  const keys = { namesKey: keyOf(codex), watchedKey: keyOf(watched), spelling };
  const known = chapters.map(({ documentId, version }) =>
    stillKnown(before?.facts.get(documentId), { version, ...keys }),
  );
  const order: ReportOrder = {
    chapters: chapters.map(({ text }, at) => ({ text, known: known[at] ?? {} })),
    codex,
    ...{ watched, spelling },
    ownWords: sources.spelling.listWords(projectId),
    wordList: join(sources.platform.paths.assets, 'words', 'zh.txt'),
  };
  const { sections, learnt } = await runReport(sources, order, run);
  const learntFacts = new Map(learnt.map(({ chapter, facts }) => [chapter, facts]));
  const facts = new Map<string, KeptFacts>();
  for (const [at, { documentId, version }] of chapters.entries()) {
    const own = learntFacts.get(at) ?? before?.facts.get(documentId)?.facts;
    if (own) facts.set(documentId, { version, ...keys, facts: own });
  }
  const lines = new Map(
    sections.flatMap(({ kind, lines: made }) =>
      made.map(({ places }, at): [string, Uint32Array] => [lineIdOf(kind, at), places]),
    ),
  );
  const made: Report = {
    ...{ reportId: nanoid(), unreadable },
    words: countWords(sources, projectId, chapters),
    madeAt: sources.platform.clock.now(),
    chapters: chapters.length,
    chaptersRead: known.filter(({ prose }) => prose === undefined).length,
    sections: describe(sections, chapters),
  };
  return { facts, report: { made, chapters, lines } };
};
