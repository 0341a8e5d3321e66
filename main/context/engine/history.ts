import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Output } from '#shared/contract/index.ts';
import type { AssemblySummary } from '#shared/domain/assembly.ts';
import { Count } from '#shared/domain/identifiers.ts';
import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import { explainStorageFailure } from '#main/db/storage-failure.ts';
import { templatesFor } from './prompt-templates.ts';
import { createHistoryStore } from './history-store.ts';
import { sha256 } from './prefix.ts';
import { AssemblyRecord, recordAssembly, type RecordSource } from './record.ts';
import type { Purpose } from './service.ts';
import { createTextHashes } from './text-hashes.ts';

export type Kept = RecordSource & {
  assemblyId: string;
  createdAt: number;
  purpose: Purpose;
  model: string;
};

export type History = {
  /** Takes an assembly into memory at once; it is written soon after, off the request's path. */
  keep(kept: Kept): void;
  list(projectId: string, limit: number): AssemblySummary[];
  /** CONTEXT_ASSEMBLY_NOT_FOUND; while the disk does not take it, why: DISK_FULL, DATABASE_READ_ONLY, DATABASE_LOCKED. */
  find(assemblyId: string): { projectId: string; record: AssemblyRecord };
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

/** How many of a project's assemblies stay. */
const keptPerProject = 500;
/** Milliseconds without a request before writing begins: many at once are answered before the first is written. */
const quiet = 250;
/** So many are never held back. */
const maxWaiting = 600;
const rememberedTexts = 20_000;
/** Assemblies written in one go: a few milliseconds, so that the window never stalls. */
const perTransaction = 4;
/** Milliseconds between them, so that what else is asked for has its turns. */
const pause = 10;

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

export const createHistory = (database: Database, onFailure: (error: unknown) => void): History => {
  const store = createHistoryStore(database);
  const waiting: Kept[] = [];
  let sequence = store.highestSequence();
  let timer: NodeJS.Timeout | null = null;
  /** The timer waits for requests to end, not for the pause between two writes. */
  let waitsForQuiet = false;

  /** Texts written in this sitting need no second look; projects whose assemblies made way need a sweep. */
  const written = new LRUCache<string, true>({ max: rememberedTexts });
  const thinned = new Set<string>();
  const dataVersion = database.prepare('PRAGMA data_version').pluck();
  let seenVersion = dataVersion.get();
  const hashText = createTextHashes();

  const discard = (projectId: string, assemblyId: string): void => {
    store.remove(assemblyId);
    thinned.add(projectId);
  };

  /** Answers the texts it wrote: they count as written when all of it is. */
  const writeAll = database.transaction((batch: readonly Kept[]): string[] => {
    // Texts are swept at the end of a sitting only, but that may be the sitting of another program.
    const version = dataVersion.get();
    if (version !== seenVersion) written.clear();
    seenVersion = version;
    const fresh: string[] = [];
    const touched = new Set<string>();
    for (const kept of batch) {
      const { projectId, documentId, skillId } = kept.request;
      touched.add(projectId);
      // Looking is not asking: of a chapter's inspections only the newest stays.
      if (kept.purpose === 'inspect') {
        for (const row of store.inspections(projectId, documentId)) {
          discard(projectId, row.assembly_id);
        }
      }
      const { record, texts } = recordAssembly(kept, hashText);
      for (const [hash, text] of texts) {
        const key = `${projectId}:${hash}`;
        if (written.has(key)) continue;
        store.insertText(projectId, hash, text);
        fresh.push(key);
      }
      sequence += 1;
      store.insert({
        assembly_id: kept.assemblyId,
        project_id: projectId,
        document_id: documentId,
        skill_id: skillId,
        model: kept.model,
        purpose: kept.purpose,
        token_count: kept.assembly.tokenCount,
        stable_prefix_hash: kept.assembly.stablePrefixHash,
        created_at: kept.createdAt,
        sequence,
        record: JSON.stringify(record),
      });
    }
    for (const projectId of touched) {
      const old = store.beyond(projectId, keptPerProject);
      for (const row of old) discard(projectId, row.assembly_id);
    }
    return fresh;
  });

  /** The newest stay when there is no room for all. */
  const keepWaiting = (batch: readonly Kept[]): void => {
    waiting.unshift(...batch);
    waiting.splice(0, Math.max(0, waiting.length - maxWaiting));
  };

  /** Why the disk does not take what waits; null while it does. */
  let refusal: AppError | null = null;

  /**
   * Writes some of what waits. False when the disk takes nothing: then all of it waits on for a next try, as much as
   * there is room for.
   */
  const write = (): boolean => {
    const batch = waiting.splice(0, perTransaction);
    try {
      for (const key of writeAll.immediate(batch)) written.set(key, true);
      refusal = null;
    } catch (error) {
      const told = explainStorageFailure(error);
      // One line for all tries that follow.
      if (refusal === null || !(told instanceof AppError)) onFailure(error);
      refusal = told instanceof AppError ? told : null;
      // What cannot be written for a reason of its own would hold up the others for ever.
      if (refusal) keepWaiting(batch);
    }
    return refusal === null;
  };

  /** Looking is not asking: of a chapter's inspections only the newest is worth writing. */
  const forgetEarlierLook = ({ request: { projectId, documentId } }: Kept): void => {
    const earlier = waiting.findIndex(
      ({ purpose, request }) =>
        purpose === 'inspect' &&
        request.projectId === projectId &&
        request.documentId === documentId,
    );
    if (earlier >= 0) waiting.splice(earlier, 1);
  };

  const waits = (assemblyId: string): boolean =>
    waiting.some((kept) => kept.assemblyId === assemblyId);

  const writeSome = (): void => {
    timer = null;
    if (waiting.length === 0 || !write() || waiting.length === 0) return;
    timer = setTimeout(writeSome, pause);
    waitsForQuiet = false;
  };

  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    while (waiting.length > 0 && write());
  };

  return {
    keep(kept) {
      if (kept.purpose === 'inspect') forgetEarlierLook(kept);
      waiting.push(kept);
      if (timer && waiting.length >= maxWaiting) return;
      if (timer && waitsForQuiet) {
        timer.refresh();
        return;
      }
      if (timer) clearTimeout(timer);
      timer = setTimeout(writeSome, quiet);
      waitsForQuiet = true;
    },
    list(projectId, limit) {
      flush();
      return store.newest(projectId, limit).map((row) => ({
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
    },
    find(assemblyId) {
      flush();
      const row = store.byId(assemblyId);
      if (!row) throw refusal && waits(assemblyId) ? refusal : notFound(assemblyId);
      return {
        projectId: row.project_id,
        record: AssemblyRecord.parse(JSON.parse(row.record)),
      };
    },
    replay(assemblyId) {
      const { projectId, record } = this.find(assemblyId);
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
    },
    last(projectId, model) {
      flush();
      const row = store.lastRequest(projectId, model);
      return row ? AssemblyRecord.parse(JSON.parse(row.record)) : null;
    },
    forget(projectId) {
      flush();
      // What the disk did not take must not come back behind the rows that go.
      const others = waiting.filter(({ request }) => request.projectId !== projectId);
      waiting.splice(0, waiting.length, ...others);
      store.removeProject(projectId);
      written.clear();
      thinned.delete(projectId);
    },
    close() {
      flush();
      try {
        for (const projectId of thinned) store.sweep(projectId);
      } catch (error) {
        // Texts nobody uses any more stay until another sitting sweeps.
        if (refusal === null) onFailure(error);
      }
      thinned.clear();
    },
  };
};
