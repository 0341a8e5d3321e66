import type { JsonObject } from '#shared/errors.ts';
import type { FoundPassage } from './search-project.ts';
import type { Segment } from './segment.ts';
import type { NearAsked } from './similar/near-chunks.ts';
import type { SentenceSource } from './sentence/understand.ts';
import type { Alphabet } from './text/alphabet.ts';
import type { WordVectorParts } from './vector/word-vectors.ts';

/** What the worker is started with. */
export type WorkerData = {
  /** `<data>/retrieval.sqlite` */
  file: string;
  binding: string | null;
  /** Made once by who starts the worker: to make it takes longer than all else at its start. */
  alphabet: Alphabet;
  /** The built-in embedder's word vectors; null when no embedder is wanted. */
  vectors: WordVectorParts | null;
  /** The sentence encoder, read when first needed; null when no embedder is wanted. */
  sentences: SentenceSource | null;
};

/** A plugged-in embedder's name, which is also that of its space; null for none. */
type Endpoint = { endpoint: string | null };

/** Every task of the worker, with what it answers. Only the worker writes to the index. */
export type Tasks = {
  /** Indexes one document; with `answer`, answers it as a segment. */
  index: {
    input: Endpoint & {
      projectId: string;
      documentId: string;
      version: string;
      text: string;
      answer: boolean;
    };
    output: { written: number; removed: number; segment: Segment | null };
  };
  remove: { input: { projectId: string; documentIds: string[] }; output: null };
  /** The whole project as one segment; `withheld` are chunks the endpoint is never shown. */
  load: { input: Endpoint & { projectId: string; withheld: number[] }; output: Segment };
  /** The next chunks that have no vector of the endpoint. */
  missing: {
    input: { projectId: string; endpoint: string; limit: number };
    output: { items: { id: number; documentId: string; text: string }[] };
  };
  /** Keeps vectors of the endpoint; chunks that are gone meanwhile are passed over. */
  keep: {
    input: { projectId: string; endpoint: string; items: { id: number; vector: Float32Array }[] };
    output: null;
  };
  /** Reads unread sentences for so many ms; answers whether these were all. */
  read: { input: { projectId: string; budget: number }; output: { done: boolean } };
  /** What holds the very words of a question, then what is similar; with the question in the endpoint's space, if any. */
  search: {
    input: {
      projectId: string;
      query: string;
      limit: number;
      /** `isOwnModel`: beside what else is known of meaning, not in place of it. */
      asked: { endpoint: string; vector: Float32Array; isOwnModel: boolean } | null;
    };
    output: FoundPassage[];
  };
  /** What the writer's own model holds near, of the chapters that compete. */
  near: { input: NearAsked; output: { items: { chunkId: string; similarity: number }[] } };
  forget: { input: { projectId: string }; output: null };
};

export type TaskName = keyof Tasks;
export type TaskRequest = {
  [N in TaskName]: { id: number; name: N; input: Tasks[N]['input'] };
}[TaskName];
export type TaskReply =
  | { id: number; ok: true; output: Tasks[TaskName]['output'] }
  | { id: number; ok: false; report: JsonObject };
