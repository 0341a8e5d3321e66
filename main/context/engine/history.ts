/** The last requests of a project, each whole: to be listed, compared and replayed (N1). */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Output } from '#shared/contract/index.ts';
import type { AssemblySummary } from '#shared/domain/assembly.ts';
import { Count } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import { createHistoryQueue } from './history-queue.ts';
import { createHistoryStore, type HistoryStore } from './history-store.ts';
import { createHistoryWriter, type Kept } from './history-writer.ts';
import { sha256 } from './prefix.ts';
import { templatesFor } from './prompt-templates.ts';
import type { AssemblyRecord } from './record.ts';
import { readRecord } from './stored-record.ts';

export type History = {
  /** Takes an assembly into memory at once; it is written soon after, off the request's path. */
  keep(kept: Kept): void;
  /** Writes what still waits. */
  writeWaiting(): void;
  list(projectId: string, limit: number): AssemblySummary[];
  /** CONTEXT_ASSEMBLY_NOT_FOUND; while the disk does not take it, why: DISK_FULL, DATABASE_READ_ONLY, DATABASE_LOCKED. */
  find(assemblyId: string): FoundRecord;
  /**
   * The whole request again, from its stored texts; throws when it is not what was sent. The hash is over the system text and
   * the prompt, one after the other.
   */
  replay(assemblyId: string): Output<'context:history:replay'>;
  /** The record of the last request of a project and model, to carry its choices over a restart. */
  last(projectId: string, model: string): AssemblyRecord | null;
  forget(projectId: string): void;
  /** Writes what waits and deletes texts nothing uses any more. Never throws. */
  close(): void;
};

type FoundRecord = { projectId: string; record: AssemblyRecord };

/** A layer without any item is missing from the sums. */
const LayerTokens = z.object({
  rules: Count.default(0),
  settings: Count.default(0),
  retrieved: Count.default(0),
  immediate: Count.default(0),
});

/** Records of earlier versions did not keep the constant text; it has not changed since. */
const earlierSystemText = (language: string): string =>
  templatesFor(language === 'en' ? 'en' : 'zh-CN').system;

const notFound = (assemblyId: string): AppError =>
  new AppError('CONTEXT_ASSEMBLY_NOT_FOUND', `No assembly ${assemblyId} is kept.`, { assemblyId });

const listNewest = (store: HistoryStore, projectId: string, limit: number): AssemblySummary[] =>
  store.newest(projectId, limit).map((row) => ({
    assemblyId: row.assembly_id,
    documentId: row.document_id,
    skillId: row.skill_id,
    tokenCount: row.token_count,
    layers: LayerTokens.parse(JSON.parse(row.layers)),
    budget: row.total,
    stablePrefixHash: row.stable_prefix_hash,
    createdAt: row.created_at,
    purpose: row.purpose,
  }));

const replayRecord = (
  store: HistoryStore,
  assemblyId: string,
  { projectId, record }: FoundRecord,
): Output<'context:history:replay'> => {
  const textOf = (hash: string): string => {
    const text = store.text(projectId, hash);
    if (text === undefined) throw notFound(assemblyId);
    return text;
  };
  const { systemHash, environment } = record;
  const prompt = record.segments.map(({ textHash }) => textOf(textHash)).join('');
  const systemPrompt =
    systemHash === undefined ? earlierSystemText(environment.language) : textOf(systemHash);
  const isWhole =
    sha256(prompt) === record.promptHash &&
    (systemHash === undefined || sha256(systemPrompt) === systemHash);
  if (!isWhole) {
    const words = 'The kept texts do not make the request that was sent.';
    throw new AppError('DATABASE_CORRUPT', words, { assemblyId });
  }
  return { systemPrompt, prompt, sha256: sha256(`${systemPrompt}${prompt}`) };
};

export const createHistory = (database: Database, onFailure: (error: unknown) => void): History => {
  const store = createHistoryStore(database);
  const writer = createHistoryWriter(database, store);
  const queue = createHistoryQueue(writer.write, onFailure);

  const find = (assemblyId: string): FoundRecord => {
    queue.flush();
    const row = store.byId(assemblyId);
    if (!row) throw queue.refusalOf(assemblyId) ?? notFound(assemblyId);
    return { projectId: row.project_id, record: readRecord(row.record) };
  };

  return {
    keep: queue.add,
    writeWaiting: queue.flush,
    list(projectId, limit) {
      queue.flush();
      return listNewest(store, projectId, limit);
    },
    find,
    replay: (assemblyId) => replayRecord(store, assemblyId, find(assemblyId)),
    last(projectId, model) {
      queue.flush();
      const row = store.lastRequest(projectId, model);
      return row ? readRecord(row.record) : null;
    },
    forget(projectId) {
      queue.flush();
      // What the disk did not take must not come back behind the rows that go.
      queue.dropProject(projectId);
      store.removeProject(projectId);
      writer.forget(projectId);
    },
    close() {
      queue.flush();
      try {
        writer.sweep();
      } catch (error) {
        // Texts nobody uses any more stay until another sitting sweeps.
        if (!queue.isRefused()) onFailure(error);
      }
    },
  };
};
