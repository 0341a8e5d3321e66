/** Answers the questions a model asked before it writes with passages of the book that may go (E6). */
import { maxQuestions } from '#shared/domain/look-up.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { Logger } from '#main/platform.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { keepOwn, type PassageQuestion, passageFilterFor } from './find-passages.ts';
import type { GatherNotices } from './gather-notices.ts';
import { sentAnyway } from './place-question.ts';
import type { Sources } from './sources.ts';
import { checkHits } from './validate.ts';

/** Passages for each question: they go before others, and must leave them room. */
const passagesPerQuestion = 3;
/** Looked at for each: many may not go, for they stand behind the cursor or a fence holds them back. */
const lookedAt = 200;

/** The questions as retrieval is asked; the words around the cursor have no part in it. */
export type LookUpQuestion = Omit<PassageQuestion, 'limit'> &
  Pick<AssemblyInput, 'mute' | 'lookUp'>;

/** What was looked up: hits as retrieval answers them, and by their ids the questions they answer. */
export type LookedUp = {
  hits: readonly SearchHit[];
  lookedUp: ReadonlyMap<string, string>;
};

export const nothingLookedUp: LookedUp = { hits: [], lookedUp: new Map() };

/** Immediate sends it: it would take another passage's place for nothing. */
const isSentAnyway = (hit: SearchHit, { documentId, before, passage }: LookUpQuestion): boolean =>
  hit.documentId === documentId &&
  hit.end > before.length - sentAnyway &&
  hit.start < (passage?.end ?? before.length);

/** The best that may go, and on the way to them those the writer muted, for the writer to see. */
const bestOf = (
  found: readonly SearchHit[],
  question: LookUpQuestion,
  filter: ReturnType<typeof passageFilterFor>,
): SearchHit[] => {
  const best: SearchHit[] = [];
  let count = 0;
  for (const hit of found) {
    if (count >= passagesPerQuestion) break;
    if (!filter.allowsDocument(hit.documentId) || !filter.allowsPassage(hit)) continue;
    if (isSentAnyway(hit, question)) continue;
    best.push(hit);
    if (!question.mute.has(hit.chunkId)) count += 1;
  }
  return best;
};

/** Without answers where retrieval fails, with a warning. CONTEXT_SCOPE_VIOLATION. */
export const findLookedUp = async (
  sources: Sources,
  question: LookUpQuestion,
  notices: GatherNotices,
  logger: Logger,
): Promise<LookedUp> => {
  const { projectId, lookUp } = question;
  const asked = lookUp?.questions.slice(0, maxQuestions) ?? [];
  if (asked.length === 0) return nothingLookedUp;
  const filter = passageFilterFor(sources, question);
  const hits: SearchHit[] = [];
  const lookedUp = new Map<string, string>();
  try {
    for (const words of asked) {
      const found = await sources.retrieval.search(projectId, words, lookedAt);
      const sane = checkHits(found, notices.refuse('passage'));
      const own = keepOwn(sane, projectId, sources.documents, logger);
      for (const hit of bestOf(own, question, filter)) {
        if (lookedUp.has(hit.chunkId)) continue;
        lookedUp.set(hit.chunkId, words);
        hits.push(hit);
      }
    }
  } catch (error) {
    notices.noteFailure('RETRIEVAL_UNAVAILABLE', error);
  }
  return { hits, lookedUp };
};

/** Looked-up passages first, as good as the best of the others; one that both found is here once. */
export const joinLookedUp = (
  { hits, lookedUp }: LookedUp,
  related: readonly SearchHit[],
): SearchHit[] => {
  const score = related[0]?.score ?? 1;
  return [
    ...hits.map((hit) => ({ ...hit, score })),
    ...related.filter(({ chunkId }) => !lookedUp.has(chunkId)),
  ];
};
