/** Asks the writer's own sentence model what of the book is near the words at the cursor, without keeping a request waiting (E5). */
import { LRUCache } from 'lru-cache';
import { beginningWithin } from '#main/base/text/graphemes.ts';
import { settleWithin } from '#main/base/processes/settle-within.ts';
import type { Embedder } from '../embedders/embedder.ts';
import type { Chapters } from '../hits.ts';
import type { ProjectState } from '../project-state.ts';
import type { RelatedRequest } from '../service.ts';
import type { WorkerClient } from '../worker-client.ts';

export type NearNeeds = {
  worker(): Promise<WorkerClient>;
  endpoint(): Promise<Embedder | null>;
  /** Whether the settings name a model of the writer's own. */
  isSelected(): boolean;
  /** Ms a request waits for it. */
  timeoutMs: number;
};

/** By the id of a passage, nearest first; empty where the model has no say, null where the model did not answer in time, or failed. */
export type Near = ReadonlyMap<string, number> | null;

/** Two or three sentences in either script: a question of twice as many comes late on one core. */
const ideographLength = 140;
const letterLength = 400;
const sentenceEnd = /(?:[。！？!?…\n]|\.(?=\s|$))[”’」』"')）]*/gu;
const ideograph = /[\u2e80-\u9fff\uac00-\ud7af]/u;
/** Passages asked for: those that are refused one by one take no other's place, and a name that is fenced stands in hundreds. */
const asked = 1000;
/** Questions remembered: Inspect and the request that follows ask the same, and what came late is there for the next. */
const remembered = 64;
/** Questions under way beyond which one is not even begun: many requests at once would all come late. */
const maxUnderWay = 4;

const none: ReadonlyMap<string, number> = new Map();

/**
 * What the model reads of the place: what was asked for, and the last whole sentences before the cursor. While the next
 * one is typed the question stays the same, and its answer is there.
 */
export const wordsAtCursor = ({
  text,
  cursor,
  asked: wanted,
}: Pick<RelatedRequest, 'text' | 'cursor' | 'asked'>): string => {
  const last = text.slice(Math.max(0, cursor - letterLength), cursor);
  const length = ideograph.test(last.slice(-ideographLength)) ? ideographLength : letterLength;
  const near = last.slice(-length).replace(/^[\udc00-\udfff]/, '');
  const ended = [...near.matchAll(sentenceEnd)].at(-1);
  const before = ended ? near.slice(0, ended.index + ended[0].length) : near;
  return `${beginningWithin(wanted, length)}\n${before}`.trim();
};

/**
 * What was read of the book before its last edits must be whole: an edited chapter's passages wait for quiet, and do
 * without meanwhile.
 */
const isRead = ({ index }: ProjectState): boolean => {
  const [book] = index.parts;
  return book?.segment.isEmbedded === true && book.segment.chunkIds.length > 0;
};

/** Nothing where no model is chosen or it has not read the book. */
export const createNearCursor = ({ worker, endpoint, isSelected, timeoutMs }: NearNeeds) => {
  const vectors = new LRUCache<string, Promise<Float32Array | null>>({ max: remembered });
  let underWay = 0;

  const vectorOf = (model: Embedder, projectId: string, words: string) => {
    const key = `${model.id}\n${words}`;
    const known = vectors.get(key);
    if (known) return known;
    const { signal } = new AbortController();
    const made = model
      .embed([words], projectId, signal, 'question')
      .then(([vector]) => vector ?? null);
    vectors.set(key, made);
    made.catch(() => vectors.delete(key));
    return made;
  };

  const find = async (
    { projectId }: ProjectState,
    words: string,
    documentIds: readonly string[],
  ): Promise<Near> => {
    const model = await endpoint();
    if (!model?.isOwnModel) return null;
    const vector = await vectorOf(model, projectId, words);
    if (!vector) return null;
    const client = await worker();
    const question = { projectId, endpoint: model.id, vector, documentIds, limit: asked };
    const { items } = await client.run('near', question);
    return new Map(items.map(({ chunkId, similarity }) => [chunkId, similarity]));
  };

  /** Never throws: words alone answer as well. */
  return async (
    state: ProjectState,
    request: RelatedRequest,
    chapters: Chapters,
  ): Promise<Near> => {
    if (!isSelected() || !isRead(state)) return none;
    const words = wordsAtCursor(request);
    if (words === '') return none;
    if (underWay >= maxUnderWay) return null;
    underWay += 1;
    const { filter } = request;
    const open = [...chapters.keys()].filter((documentId) => filter.allowsDocument(documentId));
    const answer = find(state, words, open).finally(() => {
      underWay -= 1;
    });
    try {
      return (await settleWithin(answer, timeoutMs)) ? await answer : null;
    } catch {
      // The status of the index tells why it fails.
      return null;
    }
  };
};
