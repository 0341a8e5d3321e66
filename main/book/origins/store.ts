/** The tables of origins: of each version of a chapter's text, and of what was accepted (N14). */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, parseRow } from '#main/db/columns.ts';
import { AcceptedSource, OriginRuns } from '#shared/domain/origins.ts';
import { fillUnknown, lengthOfRuns } from '#shared/origin-runs.ts';

export type ChapterKey = { projectId: string; documentId: string };

/** Versions without a snapshot that are remembered of a chapter: pages and saves under way may still ask for them. */
const keptVersions = 20;

const Row = z.object({ version: z.string(), runs: jsonColumn(OriginRuns) });
const VersionRow = z.object({ version: z.string() });

export type OriginsStore = {
  /** Null where nothing is known of this version, or the row is damaged: then nothing is known either. */
  find(key: ChapterKey, version: string): OriginRuns | null;
  /** Newest first. */
  versions(key: ChapterKey): string[];
  /** Also drops versions that nobody can come back to. Both or none, where there is a source. */
  put(key: ChapterKey, version: string, told: { runs: OriginRuns; source?: AcceptedSource }): void;
  /** What is noted of a chapter is another one's from now on; of a version that both know, what either knows. */
  move(projectId: string, ids: { from: string; to: string }): void;
  sources(projectId: string): AcceptedSource[];
  hasSource(projectId: string, sourceId: string): boolean;
  forget(projectId: string): void;
};

const eitherKnows = (own: OriginRuns, came: OriginRuns | null): OriginRuns =>
  came && lengthOfRuns(came) === lengthOfRuns(own) ? fillUnknown(own, came) : own;

export const createOriginsStore = (database: Database): OriginsStore => {
  const select = database.prepare(
    'SELECT version, runs FROM text_origins WHERE project_id = ? AND document_id = ? AND version = ?',
  );
  const selectVersions = database.prepare(
    'SELECT version FROM text_origins WHERE project_id = ? AND document_id = ? ORDER BY sequence DESC',
  );
  const replace = database.prepare(
    'INSERT OR REPLACE INTO text_origins (project_id, document_id, version, runs) VALUES (?, ?, ?, ?)',
  );
  const prune = database.prepare(
    `DELETE FROM text_origins WHERE project_id = @projectId AND document_id = @documentId
       AND sequence NOT IN (SELECT sequence FROM text_origins
         WHERE project_id = @projectId AND document_id = @documentId ORDER BY sequence DESC LIMIT ${keptVersions})
       AND version NOT IN (SELECT version FROM snapshots
         WHERE document_id = @documentId AND project_id = @projectId)`,
  );
  const insertSource = database.prepare(
    `INSERT OR REPLACE INTO text_sources (project_id, source_id, run_id, skill_id, program, model, accepted_at)
     VALUES (@projectId, @sourceId, @runId, @skillId, @program, @model, @acceptedAt)`,
  );
  const selectSources = database.prepare(
    `SELECT source_id AS sourceId, run_id AS runId, skill_id AS skillId, program, model, accepted_at AS acceptedAt
     FROM text_sources WHERE project_id = ? ORDER BY accepted_at, source_id`,
  );
  const selectSource = database.prepare(
    'SELECT 1 FROM text_sources WHERE project_id = ? AND source_id = ?',
  );
  const removals = ['text_origins', 'text_sources'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE project_id = ?`),
  );
  const rename = database.prepare(
    'UPDATE OR REPLACE text_origins SET document_id = ? WHERE project_id = ? AND document_id = ?',
  );
  const setRuns = database.prepare(
    'UPDATE text_origins SET runs = ? WHERE project_id = ? AND document_id = ? AND version = ?',
  );
  const find: OriginsStore['find'] = ({ projectId, documentId }, version) => {
    const row = Row.safeParse(select.get(projectId, documentId, version));
    return row.success ? row.data.runs : null;
  };
  const versions: OriginsStore['versions'] = ({ projectId, documentId }) =>
    selectVersions
      .all(projectId, documentId)
      .map((row) => parseRow(VersionRow, 'text_origins', row).version);
  return {
    find,
    versions,
    move: database.transaction((projectId: string, ids: { from: string; to: string }) => {
      const from = { projectId, documentId: ids.from };
      const to = { projectId, documentId: ids.to };
      for (const version of versions(from)) {
        const [own, came] = [find(to, version), find(from, version)];
        if (own) setRuns.run(JSON.stringify(eitherKnows(own, came)), projectId, ids.from, version);
      }
      rename.run(ids.to, projectId, ids.from);
    }) as OriginsStore['move'],
    put: database.transaction((key: ChapterKey, version: string, told) => {
      replace.run(key.projectId, key.documentId, version, JSON.stringify(told.runs));
      if (told.source) insertSource.run({ ...told.source, projectId: key.projectId });
      prune.run(key);
    }) as OriginsStore['put'],
    sources: (projectId) =>
      selectSources.all(projectId).map((row) => parseRow(AcceptedSource, 'text_sources', row)),
    hasSource: (projectId, sourceId) => selectSource.get(projectId, sourceId) !== undefined,
    forget(projectId) {
      for (const removal of removals) removal.run(projectId);
    },
  };
};
