import type { IndexStatus } from '#shared/domain/retrieval.ts';
import { AppError } from '#shared/errors.ts';
import type { EventBus } from '#main/events.ts';
import type { Jobs, RunningJob } from '#main/jobs/service.ts';
import type { Logger } from '#main/platform.ts';
import type { DocumentsService } from '../../book/documents/service.ts';
import { embedMissing } from './embed-missing.ts';
import type { Embedder } from './embedders/embedder.ts';
import { hasWork, noteEmbedderFailure, type ProjectState } from './project-state.ts';
import { createModelReading } from './model/model-reading.ts';
import { createReading } from './reading.ts';
import type { Sendable } from './sendable.ts';
import type { WorkerClient } from './worker-client.ts';

export type IndexedDocuments = Pick<DocumentsService, 'list' | 'byId' | 'read'>;

export type IndexerNeeds = {
  /** The worker of the present settings. */
  worker(): Promise<WorkerClient>;
  /** The plugged-in embedder of the present settings. */
  endpoint(): Promise<Embedder | null>;
  /** Whether the present settings want sentences read by the built-in encoder. */
  readsSentences(): boolean;
  documents: IndexedDocuments;
  /** What an endpoint may be shown now. */
  sendable(projectId: string): Sendable;
  events: EventBus;
  jobs: Jobs;
  logger: Logger;
  statusOf(state: ProjectState): IndexStatus;
  /** A run has ended, well or not. */
  ended(state: ProjectState): void;
};

/** Reading so many chunks leaves the worker with dozens of megabytes it does not need for an edit. */
const manyChunks = 500;
/** So many changed documents are handed over one by one; beyond it the whole project is loaded anew. */
const fewDocuments = 6;
/** So many files are looked at together: one after another would each wait for whatever else the program does. */
const lookedAtOnce = 16;

/** Codes that concern one document or end the run without being a fault of the index. */
const isClosed = (error: unknown): error is AppError =>
  error instanceof AppError &&
  ['PROJECT_CLOSED', 'PROJECT_NOT_FOUND', 'PROJECT_FOLDER_MISSING'].includes(error.code);

const isUnreadable = (error: unknown): boolean =>
  error instanceof AppError && ['DOCUMENT_UNREADABLE', 'DOCUMENT_NOT_FOUND'].includes(error.code);

/** What the endpoint's vectors end with for now, and nothing else does. */
const stopsEmbedding: ReadonlySet<string> = new Set(['EMBEDDER_UNAVAILABLE', 'PURSE_EXCEEDED']);

export type Indexer = {
  /** Loads what is indexed, once. */
  load(state: ProjectState): Promise<void>;
  /** Indexes what changed until nothing is left; joins the run under way. */
  run(state: ProjectState): Promise<void>;
  /** Reads the sentences nobody has read yet, in small portions; ends early when there is indexing to do. */
  read(state: ProjectState): Promise<void>;
};

export const createIndexer = (needs: IndexerNeeds): Indexer => {
  const { documents, events, jobs, logger, statusOf } = needs;

  const load = (state: ProjectState): Promise<void> => {
    state.loading ??= reload(state).then(
      () => {
        state.loaded = true;
      },
      (error: unknown) => {
        state.loading = null;
        throw error;
      },
    );
    return state.loading;
  };

  const reload = async (state: ProjectState): Promise<void> => {
    const endpoint = (await needs.endpoint())?.id ?? null;
    const worker = await needs.worker();
    const segment = await worker.run('load', {
      projectId: state.projectId,
      endpoint,
      withheld: [...state.withheld],
    });
    if (segment.chunkIds.length >= manyChunks) worker.rest();
    state.index.load(segment);
    state.versions = new Map(
      segment.documentIds.map((documentId, number) => [documentId, segment.versions[number] ?? '']),
    );
  };

  const report = (state: ProjectState, done: number, total: number): void => {
    events.emit('retrieval:progress', {
      projectId: state.projectId,
      done,
      total,
      status: statusOf(state),
    });
  };

  /** Takes what is to be looked at now; what changes meanwhile is taken next time. */
  const takeWork = (state: ProjectState): { present: Set<string>; suspects: string[] } => {
    const present = new Set(documents.list(state.projectId).map((info) => info.documentId));
    const suspects = [...present].filter(
      (documentId) =>
        state.checkAll || state.changed.has(documentId) || !state.versions.has(documentId),
    );
    state.checkAll = false;
    state.relisted = false;
    state.changed.clear();
    return { present, suspects };
  };

  /** Whether the text is another than the one indexed; a chapter that cannot be read keeps what it has. */
  const hasChanged = async (state: ProjectState, documentId: string): Promise<boolean> => {
    try {
      const { version } = await documents.read(state.projectId, documentId);
      return state.versions.get(documentId) !== version;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      logger.log('warn', 'chapter not indexed', { projectId: state.projectId, documentId });
      return false;
    }
  };

  const indexOne = async (
    state: ProjectState,
    documentId: string,
    answer: boolean,
  ): Promise<void> => {
    try {
      const { text, version } = await documents.read(state.projectId, documentId);
      const worker = await needs.worker();
      const endpoint = (await needs.endpoint())?.id ?? null;
      // Whoever cancelled or left meanwhile must find nothing written after it.
      if (state.cancelled) return;
      const input = { projectId: state.projectId, documentId, version, text, answer, endpoint };
      const { segment } = await worker.run('index', input);
      if (segment) state.index.replace(documentId, segment);
      state.versions.set(documentId, version);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      logger.log('warn', 'chapter not indexed', { projectId: state.projectId, documentId });
    }
  };

  const removeAbsent = async (state: ProjectState, present: ReadonlySet<string>): Promise<void> => {
    const gone = [...state.versions.keys()].filter((documentId) => !present.has(documentId));
    if (gone.length === 0) return;
    const worker = await needs.worker();
    await worker.run('remove', { projectId: state.projectId, documentIds: gone });
    for (const documentId of gone) {
      state.index.remove(documentId);
      state.versions.delete(documentId);
    }
  };

  /** The endpoint's vectors of what has none yet. Its failure is told in the status and stops nothing else. */
  const embed = async (state: ProjectState): Promise<void> => {
    const endpoint = await needs.endpoint();
    noteEmbedderFailure(state, null);
    if (endpoint?.isOwnModel) state.withheld = [];
    if (!endpoint || endpoint.isOwnModel || state.cancelled) return;
    const abort = new AbortController();
    state.abort = abort;
    try {
      const before = state.withheld;
      const made = await embedMissing(
        await needs.worker(),
        endpoint,
        state,
        () => needs.sendable(state.projectId),
        () => report(state, 0, 0),
      );
      // Numbers rise, so that equal lists hold equal chunks.
      if (made > 0 || state.withheld.join() !== before.join()) await reload(state);
    } catch (error) {
      if (!(error instanceof AppError) || !stopsEmbedding.has(error.code)) throw error;
      // Cancelled, or another embedder was chosen meanwhile: no failure of this one.
      if (abort.signal.aborted) return;
      noteEmbedderFailure(state, error);
      const { projectId } = state;
      logger.log('warn', 'embedder unavailable', { projectId, code: error.code });
    } finally {
      state.embedded = null;
    }
  };

  const pass = async (state: ProjectState): Promise<void> => {
    const { present, suspects } = takeWork(state);
    state.pending = suspects.length;
    await removeAbsent(state, present);
    const work: string[] = [];
    for (let from = 0; from < suspects.length; from += lookedAtOnce) {
      const group = suspects.slice(from, from + lookedAtOnce);
      const changed = await Promise.all(group.map((documentId) => hasChanged(state, documentId)));
      work.push(...group.filter((_, index) => changed[index]));
    }
    if (work.length <= fewDocuments) await indexAll(state, work);
    else await indexAsJob(state, work);
  };

  /** An edit is indexed in passing; what takes longer is seen and called off. */
  const indexAsJob = async (state: ProjectState, work: readonly string[]): Promise<void> => {
    const about = { kind: 'index', projectId: state.projectId } as const;
    const closed = await jobs.run(about, new AbortController().signal, async (job) => {
      const stop = (): void => {
        state.cancelled = true;
        state.abort.abort();
      };
      job.signal.addEventListener('abort', stop, { once: true });
      try {
        await indexAll(state, work, job);
      } catch (error) {
        // The book went: its next opening goes on.
        if (isClosed(error)) return error;
        throw error;
      } finally {
        job.signal.removeEventListener('abort', stop);
      }
      if (state.cancelled) job.endAs('cancelled');
      return null;
    });
    if (closed !== null) throw closed;
  };

  const indexAll = async (
    state: ProjectState,
    work: readonly string[],
    job?: RunningJob,
  ): Promise<void> => {
    const stale = state.stale;
    state.stale = false;
    const answer = work.length <= fewDocuments;
    for (const [done, documentId] of work.entries()) {
      state.pending = work.length - done;
      if (state.cancelled) {
        for (const rest of work.slice(done)) state.changed.add(rest);
        break;
      }
      await indexOne(state, documentId, answer);
      report(state, done, work.length);
      job?.report({ step: null, done, total: work.length });
    }
    if (!answer || stale) await reload(state);
    await embed(state);
    if (!state.cancelled) state.pending = 0;
    report(state, work.length - state.pending, work.length);
  };

  const passes = async (state: ProjectState): Promise<void> => {
    await load(state);
    do await pass(state);
    while ((state.stale || hasWork(state)) && !state.cancelled);
  };

  const run = (state: ProjectState): Promise<void> => {
    if (state.running) return state.running;
    state.cancelled = false;
    state.failure = null;
    const running = passes(state)
      .catch((error: unknown) => {
        if (isClosed(error)) return;
        state.checkAll = true;
        state.failure = error instanceof AppError ? error.code : 'RETRIEVAL_UNAVAILABLE';
        logger.log('error', 'indexing failed', { projectId: state.projectId, code: state.failure });
        throw error instanceof AppError
          ? error
          : new AppError('RETRIEVAL_UNAVAILABLE', 'Indexing failed.', undefined, { cause: error });
      })
      .finally(() => {
        state.running = null;
        report(state, 0, 0);
        needs.ended(state);
      });
    state.running = running;
    return running;
  };

  const readSentences = createReading({
    worker: needs.worker,
    readsSentences: needs.readsSentences,
  });

  const readWithModel = createModelReading({
    ...needs,
    told: (state) => report(state, 0, 0),
    async refresh(state) {
      state.stale = true;
      // A run under way may be past its last look around.
      do await run(state);
      while (state.stale && !state.cancelled);
    },
  });

  const read = (state: ProjectState): Promise<void> => {
    state.reading ??= readWithModel(state)
      .then(() => readSentences(state))
      .catch((error: unknown) => {
        if (isClosed(error)) return;
        noteEmbedderFailure(state, error);
        logger.log('warn', 'sentences not read', { projectId: state.projectId });
      })
      .finally(() => {
        state.reading = null;
      });
    return state.reading;
  };

  return { load, run, read };
};
