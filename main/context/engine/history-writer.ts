/** Writes kept assemblies: each text once, the last ones of a project. */
import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { HistoryStore } from './history-store.ts';
import { recordAssembly, type RecordSource } from './record.ts';
import type { Purpose } from './service.ts';
import { writeRecord } from './stored-record.ts';
import { createTextHashes } from './text-hashes.ts';

/** An assembly to be kept: references to what other requests hold too, and its own few texts. */
export type Kept = RecordSource & {
  assemblyId: string;
  createdAt: number;
  purpose: Purpose;
  model: string;
};

/** How many of a project's assemblies stay. */
const keptPerProject = 500;
const rememberedTexts = 20_000;

export type HistoryWriter = {
  /** All of it in one transaction, or nothing. Throws what SQLite throws. */
  write(batch: readonly Kept[]): void;
  /** What is written of a project is no longer there. */
  forget(projectId: string): void;
  /** Deletes texts that nothing uses any more. */
  sweep(): void;
};

export const createHistoryWriter = (database: Database, store: HistoryStore): HistoryWriter => {
  /** Texts written in this sitting need no second look; projects whose assemblies made way need a sweep. */
  const written = new LRUCache<string, true>({ max: rememberedTexts });
  const thinned = new Set<string>();
  const dataVersion = database.prepare('PRAGMA data_version').pluck();
  let seenVersion = dataVersion.get();
  let sequence = store.highestSequence();
  const hashText = createTextHashes();

  const discard = (projectId: string, rows: readonly { assembly_id: string }[]): void => {
    for (const row of rows) store.remove(row.assembly_id);
    if (rows.length > 0) thinned.add(projectId);
  };

  /** Texts are swept at the end of a sitting only, but that may be the sitting of another program. */
  const forgetAfterOthers = (): void => {
    const version = dataVersion.get();
    if (version !== seenVersion) written.clear();
    seenVersion = version;
  };

  /** Answers the keys of the texts it wrote. */
  const insertTexts = (projectId: string, texts: ReadonlyMap<string, string>): string[] => {
    const fresh: string[] = [];
    for (const [hash, text] of texts) {
      const key = `${projectId}:${hash}`;
      if (written.has(key)) continue;
      store.insertText(projectId, hash, text);
      fresh.push(key);
    }
    return fresh;
  };

  const insertOne = (kept: Kept): string[] => {
    const { projectId, documentId, skillId } = kept.request;
    // Looking is not asking: of a chapter's inspections only the newest stays.
    if (kept.purpose === 'inspect') discard(projectId, store.inspections(projectId, documentId));
    const { record, texts } = recordAssembly(kept, hashText);
    const fresh = insertTexts(projectId, texts);
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
      record: writeRecord(record),
    });
    return fresh;
  };

  const writeAll = database.transaction((batch: readonly Kept[]): string[] => {
    forgetAfterOthers();
    const fresh = batch.flatMap(insertOne);
    for (const projectId of new Set(batch.map(({ request }) => request.projectId))) {
      discard(projectId, store.beyond(projectId, keptPerProject));
    }
    return fresh;
  });

  return {
    write(batch) {
      // Texts count as written when all of it is.
      for (const key of writeAll.immediate(batch)) written.set(key, true);
    },
    forget(projectId) {
      written.clear();
      thinned.delete(projectId);
    },
    sweep() {
      for (const projectId of thinned) store.sweep(projectId);
      thinned.clear();
    },
  };
};
