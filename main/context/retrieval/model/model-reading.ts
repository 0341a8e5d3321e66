/** Has the sentence model of the writer's own read what it has not read of a book, in the background (E5). */
import { AppError } from '#shared/errors.ts';
import type { Jobs, RunningJob } from '#main/jobs/service.ts';
import type { Logger } from '#main/platform.ts';
import type { Embedder } from '../embedders/embedder.ts';
import { noteEmbedderFailure, type ProjectState } from '../project-state.ts';
import type { WorkerClient } from '../worker-client.ts';

export type ModelReadingNeeds = {
  worker(): Promise<WorkerClient>;
  endpoint(): Promise<Embedder | null>;
  jobs: Jobs;
  logger: Logger;
  /** How far it is has changed. */
  told(state: ProjectState): void;
  /** Loads the book's index anew, now that it is whole. */
  refresh(state: ProjectState): Promise<void>;
};

/** Kept together: what a kill costs, and what a question waits for at most. */
const batch = 4;
/** An edit's passages are read in passing; more is seen and called off. */
const fewPassages = 24;

/** One book after the other, so that there is at most one core. */
export const createModelReading = (
  needs: ModelReadingNeeds,
): ((state: ProjectState) => Promise<void>) => {
  let last: Promise<unknown> = Promise.resolve();

  const missing = async (state: ProjectState, endpoint: Embedder, limit: number) => {
    const asked = { projectId: state.projectId, endpoint: endpoint.id, limit };
    return (await (await needs.worker()).run('missing', asked)).items;
  };

  /** Until nothing is missing, or somebody ends it; each batch is kept at once. */
  const readAll = async (
    state: ProjectState,
    endpoint: Embedder,
    job: RunningJob | null,
  ): Promise<void> => {
    const { signal } = state.abort;
    for (;;) {
      const items = await missing(state, endpoint, Number.MAX_SAFE_INTEGER);
      if (items.length === 0) return;
      const total = Math.max(items.length, state.index.chunkCount());
      for (let from = 0; from < items.length; from += batch) {
        const some = items.slice(from, from + batch);
        const texts = some.map(({ text }) => text);
        const vectors = await endpoint.embed(texts, state.projectId, signal, 'passage');
        if (signal.aborted) throw new AppError('CANCELLED', 'The work was cancelled.');
        const kept = some.flatMap(({ id }, at) => {
          const vector = vectors[at];
          return vector ? [{ id, vector }] : [];
        });
        const { projectId } = state;
        const input = { projectId, endpoint: endpoint.id, items: kept };
        await (await needs.worker()).run('keep', input);
        const done = total - items.length + from + some.length;
        // Whole it is when it is loaded, and asked.
        state.embedded = Math.min(done, total - 1);
        job?.report({ step: null, done, total });
        needs.told(state);
      }
    }
  };

  const readAsJob = (state: ProjectState, endpoint: Embedder): Promise<void> => {
    const about = { kind: 'sentenceModel', projectId: state.projectId } as const;
    return needs.jobs.run(about, new AbortController().signal, async (job) => {
      const hold = (): void => {
        state.modelHeld = true;
        state.abort.abort();
      };
      job.signal.addEventListener('abort', hold, { once: true });
      try {
        await readAll(state, endpoint, job);
      } catch (error) {
        if (!state.abort.signal.aborted) throw error;
        // The writer's pause waits for the writer; another model or the end of the book ends it.
        job.endAs(state.modelHeld ? 'paused' : 'cancelled');
      } finally {
        job.signal.removeEventListener('abort', hold);
      }
    });
  };

  const read = async (state: ProjectState): Promise<void> => {
    state.modelAsked = false;
    const endpoint = await needs.endpoint();
    if (!endpoint?.isOwnModel || state.modelHeld || state.cancelled) return;
    const first = await missing(state, endpoint, fewPassages + 1);
    // Read before, while it was the model or its folder was there; only this start has not loaded it so.
    const isLoaded = state.index.endpointCount() === state.index.chunkCount();
    if (first.length === 0) return isLoaded ? undefined : needs.refresh(state);
    const abort = new AbortController();
    state.abort = abort;
    try {
      if (first.length > fewPassages) await readAsJob(state, endpoint);
      else await readAll(state, endpoint, null);
      if (!abort.signal.aborted) await needs.refresh(state);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (!(error instanceof AppError)) throw error;
      noteEmbedderFailure(state, error);
      const { projectId } = state;
      needs.logger.log('warn', 'sentence model unavailable', { projectId, code: error.code });
    } finally {
      state.embedded = null;
      needs.told(state);
    }
  };

  return (state) => {
    const mine = last.then(() => read(state));
    last = mine.catch(() => undefined);
    return mine;
  };
};
