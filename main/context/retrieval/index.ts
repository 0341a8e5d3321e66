import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { IndexStatus } from '#shared/domain/retrieval.ts';
import { AppError } from '#shared/errors.ts';
import { settleWithin } from '#main/base/processes/settle-within.ts';
import { errorKind } from '#main/base/failures/error-report.ts';
import type { Egress } from '#main/egress/service.ts';
import type { Jobs } from '#main/jobs/service.ts';
import type { EventBus } from '#main/events.ts';
import type { Platform } from '#main/platform.ts';
import type { SettingsService } from '../../settings/service.ts';
import { createEmbedding, type Embedding } from './embedding.ts';
import { allHits, presentHits, toHits } from './hits.ts';
import { createIndexer, type IndexedDocuments } from './indexer.ts';
import {
  createProjectState,
  hasWork,
  noteEmbedderFailure,
  type ProjectState,
} from './project-state.ts';
import { lookAtModel } from './model/look-at-model.ts';
import { endPauses, pausedReadings } from './model/paused-readings.ts';
import { createPublishedModels } from './published/download-model.ts';
import { createNearCursor } from './model/near-cursor.ts';
import type { Tasks } from './protocol.ts';
import type { QuestionParts } from './lexical/question.ts';
import { createTermStreams } from './lexical/term-stream.ts';
import { createRelatedFinder } from './related.ts';
import { type FencedSources, mayHaveFenced, type Sendable, sendableNow } from './sendable.ts';
import type { RetrievalService } from './service.ts';
import type { Alphabet } from './text/alphabet.ts';
import { createAlphabet } from './text/create-alphabet.ts';
import { foldedRun, isRunBorder } from './text/runs.ts';
import { createStemmer, createStretchVisitor } from './text/terms.ts';

/** In ms. */
export type ReadingTiming = {
  /** Without indexing, before the sentence encoder reads what it has not read; 15,000 unless told. */
  quietBeforeReading?: number;
  /** A request waits so long for what the writer's own model holds near its cursor; 250 unless told. */
  modelTimeoutMs?: number;
};

export type RetrievalNeeds = {
  egress: Pick<Egress, 'doorFor' | 'fetchFor'>;
  /** Of what an endpoint is to read; its own count is believed after. */
  countTokens(text: string): number;
  platform: Pick<Platform, 'paths' | 'logger' | 'sqliteBinding' | 'secrets'> & {
    workers: { retrieval: URL; sentenceModel: URL };
  };
  events: EventBus;
  jobs: Jobs;
  documents: IndexedDocuments;
  knowledge: FencedSources['knowledge'];
  settings: Pick<SettingsService, 'get'>;
} & ReadingTiming;

/** Ms without another change before an edit is indexed. */
const quiet = 300;
/** Edited chapters stand beside the rest in parts of their own; so many are joined to it again, some time later. */
const maxParts = 24;
const joinAfter = 10_000;
const defaultQuiet = 15_000;
/** Hits asked for beyond the limit: chapters may have left the book since they were indexed. */
const spareHits = 8;
/** Ms a question waits for the writer's own model, which may have to be opened first: else it is answered without. */
const modelTimeoutMs = 1_500;
/** A request at a cursor is there sooner. */
const defaultModelTimeoutMs = 250;

/** How questions at a cursor are read. */
const questionPartsOf = (alphabet: Alphabet): QuestionParts => {
  const visit = createStretchVisitor(alphabet, createStemmer());
  return {
    visit,
    streamOf: createTermStreams(visit),
    isBorder: (text, place) => isRunBorder(text, place, alphabet),
    fold: (text) => foldedRun(text, { start: 0, end: text.length, ideographs: true }, alphabet),
  };
};

const readAlphabet = async ({ paths }: RetrievalNeeds['platform']): Promise<Alphabet> => {
  const pairs = await readFile(path.join(paths.assets, 'vectors', 'traditional.txt'), 'utf8');
  return createAlphabet(pairs.trim());
};

/** A cap kept its passages without vectors, and may do so no longer. */
const isRefused = ({ embedderRefusal }: ProjectState): boolean => embedderRefusal !== null;

/** It rests after it has loaded a book: an edit begins to start it, and the indexing that comes after finds it there. */
const wakeWorker = (embedding: Pick<Embedding, 'worker'>): void => {
  // What is wrong with it the run tells that needs it.
  embedding.worker().then(
    (worker) => worker.wake(),
    () => undefined,
  );
};

const nearCursorOf = (
  { settings, modelTimeoutMs: timeoutMs = defaultModelTimeoutMs }: RetrievalNeeds,
  embedding: Embedding,
) =>
  createNearCursor({
    ...{ ...embedding, timeoutMs },
    isSelected: () => settings.get().embedder.kind === 'model',
  });

/**
 * Finds passages of the manuscript. Keeps its own derived database, `<data>/retrieval.sqlite`, which only its
 * worker writes and which may be deleted at any time. Follows 'document:changed', 'project:changed' and
 * 'settings:changed'.
 */
export const createRetrieval = async (needs: RetrievalNeeds): Promise<RetrievalService> => {
  const { platform, events, documents, settings } = needs;
  const states = new Map<string, ProjectState>();
  let hasEnded = false;
  const alphabet = await readAlphabet(platform);
  const finder = createRelatedFinder(questionPartsOf(alphabet));
  const choice = () => settings.get().embedder;
  const embedding = createEmbedding({ platform, outlet: needs, alphabet, choice });

  const nearCursor = nearCursorOf(needs, embedding);

  const statusOf = (state: ProjectState): IndexStatus => {
    const { kind } = settings.get().embedder;
    const chunks = state.index.chunkCount();
    const whole = kind === 'builtin' ? chunks : kind === 'none' ? 0 : state.index.endpointCount();
    return {
      chunks,
      pending: state.pending,
      state: state.failure ? 'failed' : state.running ? 'indexing' : 'idle',
      embedder: kind,
      embedded: Math.min(chunks, state.embedded ?? whole),
      failure: state.failure ?? state.embedderFailure ?? embedding.failure(),
      ...(state.embedderRefusal ? { refusal: state.embedderRefusal } : {}),
    };
  };

  const sendable = (projectId: string): Sendable =>
    sendableNow(needs, projectId, mayHaveFenced(settings.get().embedder));

  const indexer = createIndexer({
    worker: embedding.worker,
    endpoint: embedding.endpoint,
    documents,
    sendable,
    events,
    jobs: needs.jobs,
    logger: platform.logger,
    statusOf,
    ended: (state) => {
      joinLater(state);
      readLater(state);
    },
    // They stand in while the writer's own model has not read the book, and when it is gone.
    readsSentences: () => ['builtin', 'model'].includes(settings.get().embedder.kind),
  });

  const stateOf = (projectId: string): ProjectState => {
    const known = states.get(projectId);
    if (known) return known;
    // Whoever still asks while the program ends meets no fault of the index.
    if (hasEnded) throw new AppError('PROJECT_CLOSED', 'The program is ending.', { projectId });
    const modelHeld = pausedReadings(needs.jobs).some((job) => job.projectId === projectId);
    const state = createProjectState(projectId, { modelHeld });
    states.set(projectId, state);
    return state;
  };

  /** In the background: the status and the log carry what goes wrong. */
  const runQuietly = (state: ProjectState): void => {
    indexer.run(state).catch((error: unknown) => {
      platform.logger.log('debug', 'background indexing ended', errorKind(error));
    });
  };

  const schedule = (state: ProjectState): void => {
    if (state.timer) clearTimeout(state.timer);
    state.timer = setTimeout(() => {
      state.timer = null;
      runQuietly(state);
    }, quiet);
    state.timer.unref();
  };

  /** Joining takes a second of the worker: nobody's edit is to wait for it when it can come after. */
  const joinLater = (state: ProjectState): void => {
    if (state.joining || state.cancelled || state.index.parts.length < maxParts) return;
    state.joining = setTimeout(() => {
      state.joining = null;
      state.stale = true;
      runQuietly(state);
    }, joinAfter);
    state.joining.unref();
  };

  /** Reading takes minutes of one core for a whole novel, once: it begins when the writer has let go for a moment. */
  const readLater = (state: ProjectState): void => {
    if (state.quiet) clearTimeout(state.quiet);
    if (state.cancelled) return;
    state.quiet = setTimeout(() => {
      state.quiet = null;
      // A reading that is about to end for the indexing that is over now would leave the rest unread.
      void Promise.resolve(state.reading)
        .then(() => indexer.read(state))
        .then(() => joinLater(state));
    }, needs.quietBeforeReading ?? defaultQuiet);
    state.quiet.unref();
  };

  const ensure = async (projectId: string): Promise<ProjectState> => {
    const state = stateOf(projectId);
    if (state.loaded) return state;
    if (!state.running) runQuietly(state);
    await indexer.load(state);
    return state;
  };

  const cancel = (state: ProjectState | undefined): void => {
    if (!state) return;
    state.cancelled = true;
    state.abort.abort();
  };

  const forget = (projectId: string): void => {
    const state = states.get(projectId);
    if (state?.timer) clearTimeout(state.timer);
    if (state?.joining) clearTimeout(state.joining);
    if (state?.quiet) clearTimeout(state.quiet);
    cancel(state);
    states.delete(projectId);
  };

  const leaveProject = async (projectId: string): Promise<void> => {
    const state = states.get(projectId);
    forget(projectId);
    await Promise.allSettled([state?.running, state?.reading]);
  };

  /** Another embedder: what is loaded goes on answering until the new vectors are there. */
  const changeEmbedder = (): void => {
    if (!embedding.hasChanged()) return;
    // The pause was of the model that is gone.
    endPauses(needs.jobs);
    for (const state of states.values()) {
      state.modelHeld = false;
      state.abort.abort();
      state.stale = true;
      state.modelAsked = settings.get().embedder.kind === 'model';
      schedule(state);
    }
  };

  const stopListening = events.on((name, payload) => {
    if (name === 'document:changed') {
      const state = states.get(payload.projectId);
      if (!state) return;
      state.changed.add(payload.documentId);
      wakeWorker(embedding);
      schedule(state);
    } else if (name === 'project:changed') {
      const state = states.get(payload.projectId);
      if (state) schedule(Object.assign(state, { relisted: true }));
      else runQuietly(stateOf(payload.projectId));
    } else if (name === 'settings:changed') changeEmbedder();
    else if (name === 'purse:changed') [...states.values()].filter(isRefused).forEach(schedule);
  });

  /** The question in the endpoint's space; null when it fails or may not be asked, for words still answer. */
  const embedQuestion = async (
    state: ProjectState,
    text: string,
  ): Promise<Tasks['search']['input']['asked']> => {
    if (state.index.endpointCount() === 0) return null;
    const endpoint = await embedding.endpoint();
    if (!endpoint) return null;
    const isOwnModel = endpoint.isOwnModel === true;
    if (!isOwnModel && !sendable(state.projectId).allows(text)) return null;
    const { projectId } = state;
    const asking = endpoint.embed([text], projectId, new AbortController().signal, 'question');
    try {
      const inTime = await settleWithin(asking, isOwnModel ? modelTimeoutMs : null);
      const vector = inTime ? (await asking)[0] : undefined;
      return vector ? { endpoint: endpoint.id, vector, isOwnModel } : null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      noteEmbedderFailure(state, error);
      return null;
    }
  };

  return {
    published: createPublishedModels(needs),
    ensure: async (projectId) => void (await ensure(projectId)),
    async index(projectId, wait) {
      documents.list(projectId);
      const state = stateOf(projectId);
      if (state.timer) clearTimeout(state.timer);
      state.timer = null;
      state.checkAll = true;
      const goesOn = state.modelHeld;
      state.modelHeld = false;
      if (goesOn) endPauses(needs.jobs, projectId);
      state.modelAsked ||= goesOn;
      if (wait) {
        // A run under way may be past its last look around: then one more is due.
        do await indexer.run(state);
        while (state.checkAll && !state.cancelled);
      } else runQuietly(state);
      if (goesOn) void Promise.resolve(state.reading).then(() => indexer.read(state));
      const { chunks, pending } = statusOf(state);
      return { chunks, pending };
    },
    async settle(projectId) {
      const state = stateOf(projectId);
      const isDue = (): boolean => !state.loaded || hasWork(state);
      if (state.timer) clearTimeout(state.timer);
      state.timer = null;
      if (state.running) await state.running;
      while (isDue()) {
        // A book that was closed meanwhile ends it.
        documents.list(projectId);
        await indexer.run(state);
        if (state.cancelled) return;
      }
    },
    status(projectId) {
      const state = stateOf(projectId);
      const status = statusOf(state);
      // What nobody has looked at yet is not searched, whatever is kept of it from before.
      return state.checkAll ? { ...status, pending: documents.list(projectId).length } : status;
    },
    cancel: (projectId) => cancel(states.get(projectId)),
    async search(projectId, query, limit) {
      const chapters = documents.byId(projectId);
      const state = await ensure(projectId);
      const asked = await embedQuestion(state, query);
      const worker = await embedding.worker();
      const input = { projectId, query, limit: limit + spareHits, asked };
      const hits = toHits(await worker.run('search', input), chapters, limit);
      return presentHits(state, documents, hits);
    },
    async related(request) {
      const chapters = documents.byId(request.projectId);
      const state = await ensure(request.projectId);
      const near = await nearCursor(state, request, chapters);
      const { hits, ...rest } = finder.find(state.index, request, chapters, near);
      return { hits: await presentHits(state, documents, hits), ...rest };
    },
    readAhead: (projectId, text) => finder.readAhead(states.get(projectId)?.index, text),
    async lookAtModel({ projectId, folder, prefixes }, signal) {
      const { index } = await ensure(projectId);
      const passages = [...allHits(index, documents.byId(projectId))].map(({ text }) => text);
      return lookAtModel(platform.workers.sentenceModel, { folder, prefixes, passages }, signal);
    },
    passagesOf(projectId) {
      const index = states.get(projectId)?.index;
      return index ? allHits(index, documents.byId(projectId)) : [];
    },
    leaveProject,
    async eraseProject(projectId) {
      await leaveProject(projectId);
      const worker = await embedding.worker();
      await worker.run('forget', { projectId });
    },
    async close() {
      hasEnded = true;
      stopListening();
      const running = [...states.values()].flatMap(({ running, reading }) => [running, reading]);
      for (const projectId of [...states.keys()]) forget(projectId);
      await Promise.allSettled(running.filter((run) => run !== null));
      await embedding.close();
    },
  };
};
