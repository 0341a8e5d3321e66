import type { Database } from 'better-sqlite3';
import type { TaskName, TaskRequest, Tasks } from './protocol.ts';
import { buildSegment, type Segment, transferable } from './segment.ts';
import type { EncoderMark } from './sentence/encoder-file.ts';
import type { PassageReader } from './sentence/passages.ts';
import type { SentenceReader } from './sentence/understand.ts';
import { chunksOfDocument, chunksOfProject, type StoredChunk } from './store/chunks.ts';
import {
  documentNumber,
  indexedVersions,
  projectNumber,
  removeProjectRow,
} from './store/documents.ts';
import { findExact, type Reading } from './store/exact.ts';
import { type BuiltInSpace, indexDocument, removeDocument } from './store/index-document.ts';
import { chunksUnread, saveSentences } from './store/sentences.ts';
import {
  chunkExists,
  chunksWithout,
  knownSpace,
  openSpace,
  readVectors,
  saveVector,
} from './store/vectors.ts';
import type { TermSplitter } from './text/terms.ts';
import { sentencesOfAll, understandAll, vectorsOfAll } from './understanding.ts';

export type Tools = {
  database: Database;
  splitTerms: TermSplitter;
  reading: Reading;
  own: BuiltInSpace | null;
  /** The sentence encoder: which it is, and itself, read from disk when first asked for. */
  sentences: { mark: EncoderMark; reader(): SentenceReader; passages: PassageReader } | null;
};

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
    case 'show': {
      const { projectId, documentId } = request.input;
      const version = indexedVersions(database, projectId).get(documentId);
      if (version === undefined) return plain(null);
      const segment = documentSegment(tools, { ...request.input, version });
      return { output: segment, moved: transferable(segment) };
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
    case 'read':
      return plain(readOn(tools, request.input));
    case 'question': {
      const vector = tools.sentences?.reader().question(request.input.text) ?? null;
      return plain(vector);
    }
    case 'exact':
      return plain(findExact(database, request.input, tools.reading));
    case 'forget': {
      const { projectId } = request.input;
      for (const documentId of indexedVersions(database, projectId).keys()) {
        removeDocument(database, projectId, documentId);
      }
      removeProjectRow(database, projectId);
      // Deleted words stay in the full-text index until its parts are merged.
      database.prepare("INSERT INTO terms (terms) VALUES ('optimize')").run();
      database.pragma('wal_checkpoint(TRUNCATE)');
      return plain(null);
    }
  }
};

const segmentOf = (
  { database, splitTerms, own, sentences }: Tools,
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
    sentences:
      sentences && of.endpoint === null ? sentencesOfAll(database, sentences.mark, chunks) : null,
  });
};

const documentSegment = (
  tools: Tools,
  input: Tasks['show']['input'] & { version: string },
): Segment => {
  const document = documentNumber(tools.database, input.projectId, input.documentId);
  const chunks = document === null ? [] : chunksOfDocument(tools.database, document);
  return segmentOf(tools, new Map([[input.documentId, input.version]]), chunks, {
    ...input,
    withheld: [],
  });
};

/** So many chunks are kept at once. */
const readTogether = 8;

/** Reads on until the time is up: other tasks wait no longer than that and a sentence. */
const readOn = (
  { database, sentences }: Tools,
  { projectId, budget }: Tasks['read']['input'],
): Tasks['read']['output'] => {
  const documentIds = new Set<string>();
  if (!sentences) return { documentIds: [], done: true };
  const until = performance.now() + budget;
  for (;;) {
    const unread = chunksUnread(database, projectId, sentences.mark, readTogether);
    const read: { id: number; cells: Int8Array }[] = [];
    for (const { id, documentId, text } of unread) {
      const cells = sentences.passages.read(projectId, text, until);
      if (!cells) break;
      read.push({ id, cells });
      documentIds.add(documentId);
      if (performance.now() >= until) break;
    }
    database.transaction(() => {
      for (const { id, cells } of read) saveSentences(database, sentences.mark, id, cells);
    })();
    const done = unread.length < readTogether && read.length === unread.length;
    if (done || performance.now() >= until) return { documentIds: [...documentIds], done };
  }
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
