import type { Database } from 'better-sqlite3';
import type { TaskName, TaskRequest, Tasks } from './protocol.ts';
import { buildSegment, type Segment, transferable } from './segment.ts';
import { chunksOfDocument, chunksOfProject, type StoredChunk } from './store/chunks.ts';
import {
  documentNumber,
  indexedVersions,
  projectNumber,
  removeProjectRow,
} from './store/documents.ts';
import { type BuiltInSpace, indexDocument, removeDocument } from './store/index-document.ts';
import {
  chunkExists,
  chunksWithout,
  knownSpace,
  openSpace,
  readVectors,
  saveVector,
} from './store/vectors.ts';
import type { TermSplitter } from './text/terms.ts';
import { understandAll, vectorsOfAll } from './understanding.ts';

export type Tools = { database: Database; splitTerms: TermSplitter; own: BuiltInSpace | null };

/** What a task answers, and the buffers that go with it. */
export type TaskResult = { output: Tasks[TaskName]['output']; moved: ArrayBuffer[] };

const plain = (output: Tasks[TaskName]['output']): TaskResult => ({ output, moved: [] });

/** Does one task of the worker. */
export const runTask = (tools: Tools, request: TaskRequest): TaskResult => {
  const { database, splitTerms, own } = tools;
  switch (request.name) {
    case 'index': {
      const { input } = request;
      const changed = indexDocument(database, splitTerms, own, input);
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
      const { projectId, endpoint, withheld } = request.input;
      const segment = segmentOf(
        tools,
        indexedVersions(database, projectId),
        chunksOfProject(database, projectId),
        { projectId, endpoint, withheld },
      );
      return { output: segment, moved: transferable(segment) };
    }
    case 'missing': {
      const { projectId, endpoint, limit } = request.input;
      const space = knownSpace(database, endpoint);
      return plain({ items: chunksWithout(database, projectId, space, limit) });
    }
    case 'keep':
      keepVectors(database, request.input);
      return plain(null);
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

const segmentOf = (
  { database, splitTerms, own }: Tools,
  versions: ReadonlyMap<string, string>,
  chunks: readonly StoredChunk[],
  of: { projectId: string; endpoint: string | null; withheld: readonly number[] },
): Segment => {
  const space = of.endpoint === null ? null : knownSpace(database, of.endpoint);
  return buildSegment(versions, chunks, splitTerms, {
    meaning: own ? understandAll(database, own, of.projectId, chunks) : null,
    endpoint: space
      ? vectorsOfAll(readVectors(database, space), space.dimension, chunks, new Set(of.withheld))
      : null,
  });
};

const documentSegment = (tools: Tools, input: Tasks['index']['input']): Segment => {
  const document = documentNumber(tools.database, input.projectId, input.documentId);
  const chunks = document === null ? [] : chunksOfDocument(tools.database, document);
  return segmentOf(tools, new Map([[input.documentId, input.version]]), chunks, {
    ...input,
    withheld: [],
  });
};

const keepVectors = (database: Database, input: Tasks['keep']['input']): void => {
  const dimension = input.items[0]?.vector.length ?? 0;
  if (dimension === 0) return;
  const space = openSpace(database, input.endpoint, dimension, 'float32');
  database.transaction(() => {
    const project = projectNumber(database, input.projectId);
    const without = new Set(
      chunksWithout(database, input.projectId, space, Number.MAX_SAFE_INTEGER).map(({ id }) => id),
    );
    for (const { id, vector } of input.items) {
      if (without.has(id) && chunkExists(database, id))
        saveVector(database, space, project, id, vector);
    }
  })();
};
