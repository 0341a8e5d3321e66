/** Does the tasks of the worker, one at a time. */
import type { Database } from 'better-sqlite3';
import type { TaskName, TaskRequest, Tasks } from './protocol.ts';
import { searchProject } from './search-project.ts';
import { buildSegment, type Segment, transferable } from './segment.ts';
import type { PassageReader } from './sentence/passages.ts';
import type { SentenceReader } from './sentence/understand.ts';
import type { AskedVector, Spaces } from './similar/find-similar.ts';
import { nearChunks } from './similar/near-chunks.ts';
import { chunksOfDocument, chunksOfProject, type StoredChunk } from './store/chunks.ts';
import {
  documentNumber,
  indexedVersions,
  projectNumber,
  removeProjectRow,
} from './store/documents.ts';
import type { Reading } from './store/exact.ts';
import { type BuiltInSpace, indexDocument, removeDocument } from './store/index-document.ts';
import {
  chunkExists,
  chunksWithout,
  isSpaceUsed,
  knownSpace,
  openSpace,
  saveSentences,
  saveVector,
  type Space,
} from './store/vectors.ts';
import type { TermSplitter } from './text/terms.ts';
import { isEmbedded, understandMissing } from './understanding.ts';
import type { Kernel } from './vector/kernel.ts';

export type Tools = {
  database: Database;
  splitTerms: TermSplitter;
  reading: Reading;
  own: (BuiltInSpace & { kernel: Kernel }) | null;
  /** The sentence encoder: its space, and itself, read from disk when first asked for. */
  sentences: { space: Space; reader(): SentenceReader; passages: PassageReader } | null;
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
    case 'remove':
      for (const documentId of request.input.documentIds) {
        removeDocument(database, request.input.projectId, documentId);
      }
      return plain(null);
    case 'load': {
      const { projectId, endpoint, withheld } = request.input;
      if (own) understandMissing(database, own, projectId);
      const versions = indexedVersions(database, projectId);
      const chunks = chunksOfProject(database, projectId);
      const known = isEmbeddedBy(database, endpoint, projectId, withheld);
      const segment = buildSegment(versions, chunks, splitTerms, known);
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
    case 'search': {
      const { asked } = request.input;
      return plain(
        searchProject(tools, request.input, () => spacesOf(tools, request.input.query, asked)),
      );
    }
    case 'near':
      return plain({ items: nearChunks(database, request.input) });
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

const isEmbeddedBy = (
  database: Database,
  endpoint: string | null,
  projectId: string,
  withheld: readonly number[],
): boolean =>
  endpoint !== null && isEmbedded(database, knownSpace(database, endpoint), projectId, withheld);

const documentSegment = (tools: Tools, input: Tasks['index']['input']): Segment => {
  const { database, splitTerms } = tools;
  const { projectId, documentId, version, endpoint } = input;
  const document = documentNumber(database, projectId, documentId);
  const chunks: StoredChunk[] = document === null ? [] : chunksOfDocument(database, document);
  const known = isEmbeddedBy(database, endpoint, projectId, []);
  return buildSegment(new Map([[documentId, version]]), chunks, splitTerms, known);
};

/** The spaces a question is asked in; a question in an endpoint's space is not read by the sentence encoder too. */
const spacesOf = (
  { database, own, sentences }: Tools,
  query: string,
  asked: Tasks['search']['input']['asked'],
): Spaces => {
  const space = asked ? knownSpace(database, asked.endpoint) : null;
  const known: AskedVector | null = asked && space ? { space, vector: asked.vector } : null;
  const endpoint = asked?.isOwnModel ? null : known;
  const model = asked?.isOwnModel ? known : null;
  const isRead = !endpoint && sentences !== null && isSpaceUsed(database, sentences.space);
  const vector = isRead ? sentences.reader().question(query) : null;
  const sentence = sentences && vector ? { space: sentences.space, vector } : null;
  return { builtIn: own, endpoint, sentence, model };
};

/** So many chunks are kept at once. */
const readTogether = 8;

/** Reads on until the time is up: other tasks wait no longer than that and a sentence. */
const readOn = (
  { database, sentences }: Tools,
  { projectId, budget }: Tasks['read']['input'],
): Tasks['read']['output'] => {
  if (!sentences) return { done: true };
  const { space, passages } = sentences;
  const until = performance.now() + budget;
  for (;;) {
    const unread = chunksWithout(database, projectId, space, readTogether);
    const read: { id: number; rows: readonly Int8Array[] }[] = [];
    for (const { id, text } of unread) {
      const rows = passages.read(projectId, text, until);
      if (!rows) break;
      read.push({ id, rows });
      if (performance.now() >= until) break;
    }
    database.transaction(() => {
      const project = projectNumber(database, projectId);
      for (const { id, rows } of read) saveSentences(database, space, { project, chunk: id }, rows);
    })();
    const done = unread.length < readTogether && read.length === unread.length;
    if (done || performance.now() >= until) return { done };
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
