import type { Database } from 'better-sqlite3';
import type { TaskRequest, Tasks, TaskName } from './protocol.ts';
import { buildSegment, type Segment, transferable } from './segment.ts';
import { chunksOfDocument, chunksOfProject } from './store/chunks.ts';
import { documentNumber, indexedVersions, removeProjectRow } from './store/documents.ts';
import { indexDocument, removeDocument } from './store/index-document.ts';
import type { TermSplitter } from './text/terms.ts';

export type Tools = { database: Database; splitTerms: TermSplitter };

/** What a task answers, and the buffers that go with it. */
export type TaskResult = { output: Tasks[TaskName]['output']; moved: ArrayBuffer[] };

const plain = (output: Tasks[TaskName]['output']): TaskResult => ({ output, moved: [] });

/** Does one task of the worker. */
export const runTask = (tools: Tools, request: TaskRequest): TaskResult => {
  const { database, splitTerms } = tools;
  switch (request.name) {
    case 'versions':
      return plain(indexedVersions(database, request.input.projectId));
    case 'index': {
      const { input } = request;
      const changed = indexDocument(database, splitTerms, input);
      if (!input.answer) return plain({ ...changed, segment: null });
      const segment = documentSegment(tools, input);
      return { output: { ...changed, segment }, moved: transferable(segment) };
    }
    case 'remove':
      for (const documentId of request.input.documentIds) {
        removeDocument(database, request.input.projectId, documentId);
      }
      return plain(null);
    case 'load': {
      const { projectId } = request.input;
      const segment = buildSegment(
        indexedVersions(database, projectId),
        chunksOfProject(database, projectId),
        splitTerms,
      );
      return { output: segment, moved: transferable(segment) };
    }
    case 'forget': {
      const { projectId } = request.input;
      for (const documentId of indexedVersions(database, projectId).keys()) {
        removeDocument(database, projectId, documentId);
      }
      removeProjectRow(database, projectId);
      return plain(null);
    }
  }
};

const documentSegment = (
  { database, splitTerms }: Tools,
  input: Tasks['index']['input'],
): Segment => {
  const document = documentNumber(database, input.projectId, input.documentId);
  const chunks = document === null ? [] : chunksOfDocument(database, document);
  return buildSegment(new Map([[input.documentId, input.version]]), chunks, splitTerms);
};
