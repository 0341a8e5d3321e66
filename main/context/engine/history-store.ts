import type { Database } from 'better-sqlite3';
import type { Purpose } from './service.ts';

export type AssemblyRow = {
  assembly_id: string;
  project_id: string;
  document_id: string;
  skill_id: string;
  model: string;
  purpose: Purpose;
  token_count: number;
  stable_prefix_hash: string;
  created_at: number;
  sequence: number;
  record: string;
};

/** A row of the list: its record stays behind, only sums of it are read. `layers`: tokens by layer, as JSON. */
export type SummaryRow = Omit<AssemblyRow, 'record'> & { total: number; layers: string };

/** The SQL of kept assemblies. Texts are stored once per project and hash, and go when no assembly uses them. */
export const createHistoryStore = (database: Database) => {
  const insert = database.prepare(
    `INSERT INTO assemblies (assembly_id, project_id, document_id, skill_id, model, purpose, token_count,
       stable_prefix_hash, created_at, sequence, record)
     VALUES (@assembly_id, @project_id, @document_id, @skill_id, @model, @purpose, @token_count,
       @stable_prefix_hash, @created_at, @sequence, @record)`,
  );
  const insertText = database.prepare(
    'INSERT OR IGNORE INTO assembly_texts (project_id, hash, text) VALUES (?, ?, ?)',
  );
  const sweep = database.prepare(
    `DELETE FROM assembly_texts WHERE project_id = @projectId AND hash NOT IN (
       SELECT json_extract(segment.value, '$.textHash')
       FROM assemblies, json_each(assemblies.record, '$.segments') AS segment
       WHERE assemblies.project_id = @projectId
       UNION SELECT json_extract(record, '$.systemHash') FROM assemblies
       WHERE project_id = @projectId AND json_extract(record, '$.systemHash') IS NOT NULL)`,
  );
  const remove = database.prepare('DELETE FROM assemblies WHERE assembly_id = ?');
  const byId = database.prepare<[string], AssemblyRow>(
    'SELECT * FROM assemblies WHERE assembly_id = ?',
  );
  /** What was asked for; what the inspector looks at by itself is nobody's request, and found by its id only. */
  const newest = database.prepare<[string, number], SummaryRow>(
    `SELECT assembly_id, project_id, document_id, skill_id, model, purpose, token_count, stable_prefix_hash,
       created_at, sequence, json_extract(record, '$.environment.total') AS total,
       (SELECT json_group_object(layer, tokens) FROM
         (SELECT json_extract(value, '$.layer') AS layer, sum(json_extract(value, '$.tokens')) AS tokens
          FROM json_each(assemblies.record, '$.items') GROUP BY layer)) AS layers
     FROM assemblies WHERE project_id = ? AND purpose <> 'inspect' ORDER BY sequence DESC LIMIT ?`,
  );
  const beyond = database.prepare<[string, number], { assembly_id: string }>(
    'SELECT assembly_id FROM assemblies WHERE project_id = ? ORDER BY sequence DESC LIMIT -1 OFFSET ?',
  );
  const inspections = database.prepare<[string, string], { assembly_id: string }>(
    `SELECT assembly_id FROM assemblies
     WHERE project_id = ? AND document_id = ? AND purpose = 'inspect'`,
  );
  const lastRequest = database.prepare<[string, string], AssemblyRow>(
    `SELECT * FROM assemblies WHERE project_id = ? AND model = ? AND purpose <> 'inspect'
     ORDER BY sequence DESC LIMIT 1`,
  );
  const text = database.prepare<[string, string], { text: string }>(
    'SELECT text FROM assembly_texts WHERE project_id = ? AND hash = ?',
  );
  const highest = database.prepare<[], { sequence: number | null }>(
    'SELECT max(sequence) AS sequence FROM assemblies',
  );
  const removeProject = database.prepare('DELETE FROM assemblies WHERE project_id = ?');
  const removeTexts = database.prepare('DELETE FROM assembly_texts WHERE project_id = ?');

  return {
    insert: (row: AssemblyRow) => insert.run(row),
    insertText: (projectId: string, hash: string, body: string) =>
      insertText.run(projectId, hash, body),
    /** Deletes the texts no kept assembly has any more. */
    sweep: (projectId: string) => sweep.run({ projectId }),
    remove: (assemblyId: string) => remove.run(assemblyId),
    byId: (assemblyId: string) => byId.get(assemblyId),
    newest: (projectId: string, limit: number) => newest.all(projectId, limit),
    beyond: (projectId: string, kept: number) => beyond.all(projectId, kept),
    inspections: (projectId: string, documentId: string) => inspections.all(projectId, documentId),
    lastRequest: (projectId: string, model: string) => lastRequest.get(projectId, model),
    text: (projectId: string, hash: string) => text.get(projectId, hash)?.text,
    highestSequence: () => highest.get()?.sequence ?? 0,
    removeProject(projectId: string) {
      removeProject.run(projectId);
      removeTexts.run(projectId);
    },
  };
};

export type HistoryStore = ReturnType<typeof createHistoryStore>;
