import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const Id = z.number().int();
const Version = z.object({ document_id: z.string(), version: z.string() });

/** The number of a project inside the index; made when it has none. */
export const projectNumber = (database: Database, projectId: string): number => {
  database.prepare('INSERT OR IGNORE INTO projects (project_id) VALUES (?)').run(projectId);
  return Id.parse(
    database.prepare('SELECT id FROM projects WHERE project_id = ?').pluck().get(projectId),
  );
};

/** Which text of each document is indexed. */
export const indexedVersions = (database: Database, projectId: string): Map<string, string> => {
  const rows = z.array(Version).parse(
    database
      .prepare(
        `SELECT document_id, version FROM documents
         WHERE project = (SELECT id FROM projects WHERE project_id = ?)`,
      )
      .all(projectId),
  );
  return new Map(rows.map((row) => [row.document_id, row.version]));
};

export const saveDocument = (
  database: Database,
  project: number,
  documentId: string,
  version: string,
): number => {
  database
    .prepare(
      `INSERT INTO documents (project, document_id, version) VALUES (?, ?, ?)
       ON CONFLICT (project, document_id) DO UPDATE SET version = excluded.version`,
    )
    .run(project, documentId, version);
  return Id.parse(
    database
      .prepare('SELECT id FROM documents WHERE project = ? AND document_id = ?')
      .pluck()
      .get(project, documentId),
  );
};

export const removeDocumentRow = (database: Database, document: number): void => {
  database.prepare('DELETE FROM documents WHERE id = ?').run(document);
};

export const documentNumber = (
  database: Database,
  projectId: string,
  documentId: string,
): number | null =>
  Id.nullable().parse(
    database
      .prepare(
        `SELECT documents.id FROM documents JOIN projects ON projects.id = documents.project
         WHERE projects.project_id = ? AND document_id = ?`,
      )
      .pluck()
      .get(projectId, documentId) ?? null,
  );

export const removeProjectRow = (database: Database, projectId: string): void => {
  database.prepare('DELETE FROM projects WHERE project_id = ?').run(projectId);
};
