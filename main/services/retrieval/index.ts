import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { IndexStatus, SearchHit } from '#shared/domain/retrieval.ts';
import type { EventBus } from '#main/events.ts';
import type { Platform } from '#main/platform.ts';
import type { SettingsService } from '../settings/service.ts';
import { createIndexer, type IndexedDocuments } from './indexer.ts';
import { createProjectState, type ProjectState } from './project-state.ts';
import { createSearch } from './search.ts';
import type { RetrievalService } from './service.ts';
import { createAlphabet } from './text/alphabet.ts';
import { createTermVisitor } from './text/terms.ts';
import { createWorkerClient } from './worker-client.ts';

export type RetrievalNeeds = {
  platform: Pick<Platform, 'paths' | 'workers' | 'logger' | 'sqliteBinding' | 'secrets'>;
  events: EventBus;
  documents: IndexedDocuments;
  settings: Pick<SettingsService, 'get'>;
};

/** Ms without another change before an edit is indexed. */
const quiet = 300;

/**
 * Finds passages of the manuscript. Keeps its own derived database, `<data>/retrieval.sqlite`, which only its
 * worker writes and which may be deleted at any time. Follows 'document:changed' and 'project:changed'.
 */
export const createRetrieval = async (needs: RetrievalNeeds): Promise<RetrievalService> => {
  const { platform, events, documents, settings } = needs;
  const states = new Map<string, ProjectState>();
  const worker = createWorkerClient(platform.workers.retrieval, {
    file: path.join(platform.paths.data, 'retrieval.sqlite'),
    binding: platform.sqliteBinding,
    assets: platform.paths.assets,
  });
  const pairs = await readFile(
    path.join(platform.paths.assets, 'vectors', 'traditional.txt'),
    'utf8',
  );
  const search = createSearch(createTermVisitor(createAlphabet(pairs.trim())));

  const statusOf = (state: ProjectState): IndexStatus => {
    return {
      chunks: state.index.chunkCount(),
      pending: state.pending,
      state: state.failure ? 'failed' : state.running ? 'indexing' : 'idle',
      embedder: settings.get().embedder.kind,
      embedded: state.embedded,
      failure: state.failure,
    };
  };

  const indexer = createIndexer({ worker, documents, events, logger: platform.logger, statusOf });

  const stateOf = (projectId: string): ProjectState => {
    const known = states.get(projectId);
    if (known) return known;
    const state = createProjectState(projectId);
    states.set(projectId, state);
    return state;
  };

  /** In the background: the status and the log carry what goes wrong. */
  const runQuietly = (state: ProjectState): void => {
    indexer.run(state).catch((error: unknown) => {
      platform.logger.log('debug', 'background indexing ended', { reason: String(error) });
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

  const ensure = async (projectId: string): Promise<ProjectState> => {
    const state = stateOf(projectId);
    if (state.loaded) return state;
    if (!state.running) runQuietly(state);
    await indexer.load(state);
    return state;
  };

  const forget = (projectId: string): void => {
    const state = states.get(projectId);
    if (state?.timer) clearTimeout(state.timer);
    if (state) state.cancelled = true;
    states.delete(projectId);
  };

  const stopListening = events.on((name, payload) => {
    if (name === 'document:changed' && 'documentId' in payload) {
      const state = states.get(payload.projectId);
      if (!state) return;
      state.changed.add(payload.documentId);
      schedule(state);
    } else if (name === 'project:changed' && 'projectId' in payload) {
      const state = states.get(payload.projectId);
      if (state) schedule(state);
      else runQuietly(stateOf(payload.projectId));
    }
  });

  const chaptersOf = (projectId: string): Map<string, number> =>
    new Map(documents.list(projectId).map((info) => [info.documentId, info.chapter]));

  return {
    async ensure(projectId) {
      await ensure(projectId);
    },
    async index(projectId, wait) {
      documents.list(projectId);
      const state = stateOf(projectId);
      if (state.timer) clearTimeout(state.timer);
      state.checkAll = true;
      if (wait) {
        // A run under way may be past its last look around: then one more is due.
        do await indexer.run(state);
        while (state.checkAll && !state.cancelled);
      } else runQuietly(state);
      const { chunks, pending } = statusOf(state);
      return { chunks, pending };
    },
    status(projectId) {
      return statusOf(stateOf(projectId));
    },
    cancel(projectId) {
      const state = states.get(projectId);
      if (state) state.cancelled = true;
    },
    async search(projectId, query, limit) {
      const chapters = chaptersOf(projectId);
      const state = await ensure(projectId);
      return search.current(state, documents, search.search(state.index, query, limit, chapters));
    },
    async related(request) {
      const chapters = chaptersOf(request.projectId);
      const state = await ensure(request.projectId);
      const hits: SearchHit[] = search.related(state.index, request, chapters);
      return search.current(state, documents, hits);
    },
    forgetProject(projectId) {
      forget(projectId);
      worker.run('forget', { projectId }).catch((error: unknown) => {
        platform.logger.log('error', 'project not removed from the index', {
          projectId,
          reason: String(error),
        });
      });
    },
    async close() {
      stopListening();
      const running = [...states.values()].map((state) => state.running);
      for (const projectId of [...states.keys()]) forget(projectId);
      await Promise.allSettled(running.filter((run) => run !== null));
      await worker.close();
    },
  };
};
