import path from 'node:path';
import type { Alphabet } from './text/alphabet.ts';
import type { EmbedderChoice } from '#shared/domain/settings.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { Platform } from '#main/platform.ts';
import { type LoadedBuiltIn, loadBuiltIn } from './built-in.ts';
import { chooseEndpoint } from './embedders/choose.ts';
import type { EmbedderOutlet } from './embedders/embedder-door.ts';
import type { Embedder } from './embedders/embedder.ts';
import { createModelEmbedder } from './model/model-embedder.ts';
import { readModelFolder } from './model/model-folder.ts';
import { createWorkerClient, type WorkerClient } from './worker-client.ts';

/** The embedders of the present settings and the worker that knows them, each made when first asked for. */
export type Embedding = {
  /** RETRIEVAL_UNAVAILABLE when the file of word vectors cannot be read. */
  worker(): Promise<WorkerClient>;
  /** Null too while the writer's own model cannot be had; `failure` says why. */
  endpoint(): Promise<Embedder | null>;
  failure(): ErrorCode | null;
  /** Whether the settings name another embedder than the last time somebody asked this. */
  hasChanged(): boolean;
  close(): Promise<void>;
};

type Needs = {
  outlet: EmbedderOutlet;
  platform: Pick<Platform, 'paths' | 'sqliteBinding' | 'secrets'> & {
    workers: { retrieval: URL; sentenceModel: URL };
  };
  alphabet: Alphabet;
  choice(): EmbedderChoice;
};

export const createEmbedding = (needs: Needs): Embedding => {
  const { platform, alphabet, choice } = needs;
  let loaded: Promise<LoadedBuiltIn> | null = null;
  let worker: { client: Promise<WorkerClient>; understands: boolean } | null = null;
  let endpoint: { name: string; embedder: Promise<Embedder | null> } | null = null;
  let asked = JSON.stringify(choice());
  let closed = false;
  let modelFailure: ErrorCode | null = null;

  const load = (): Promise<LoadedBuiltIn> => {
    loaded ??= loadBuiltIn(platform.paths.assets).catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };

  const startWorker = async (understands: boolean): Promise<WorkerClient> => {
    const known = understands ? await load() : null;
    return createWorkerClient(platform.workers.retrieval, {
      file: path.join(platform.paths.data, 'retrieval.sqlite'),
      binding: platform.sqliteBinding,
      alphabet,
      vectors: known?.parts ?? null,
      sentences: known?.sentences ?? null,
    });
  };

  /** A worker that was started without word vectors is replaced when they are wanted. */
  const currentWorker = (): Promise<WorkerClient> => {
    const understands = choice().kind !== 'none' && !closed;
    if (worker && (worker.understands || !understands)) return worker.client;
    const before = worker?.client;
    const client = (async () => {
      await (await before)?.close();
      return startWorker(understands);
    })();
    worker = { client, understands };
    client.catch(() => {
      if (worker?.client === client) worker = null;
    });
    return client;
  };

  /** Forgets what the settings named: it is looked at anew when next asked for. */
  const dropEndpoint = async (): Promise<void> => {
    const dropped = endpoint;
    endpoint = null;
    await (await dropped?.embedder)?.close?.();
  };

  /** A folder that is not as it should be is looked at again at every question: it may be put right meanwhile. */
  const openModel = async (
    wanted: EmbedderChoice & { kind: 'model' },
  ): Promise<Embedder | null> => {
    try {
      const folder = await readModelFolder(wanted.folder, wanted.prefixes);
      modelFailure = null;
      return createModelEmbedder(platform.workers.sentenceModel, folder, () => void dropEndpoint());
    } catch (error) {
      modelFailure = error instanceof AppError ? error.code : 'SENTENCE_MODEL_UNREADABLE';
      endpoint = null;
      return null;
    }
  };

  return {
    worker: currentWorker,
    endpoint() {
      const wanted = choice();
      const name = JSON.stringify(wanted);
      if (endpoint?.name !== name) {
        void dropEndpoint();
        modelFailure = null;
        const embedder =
          wanted.kind === 'model'
            ? openModel(wanted)
            : chooseEndpoint(wanted, platform.secrets, needs.outlet);
        endpoint = { name, embedder };
      }
      return endpoint.embedder;
    },
    failure: () => modelFailure,
    hasChanged() {
      const before = asked;
      asked = JSON.stringify(choice());
      return asked !== before;
    },
    async close() {
      closed = true;
      await dropEndpoint();
      await (await worker?.client)?.close();
    },
  };
};
