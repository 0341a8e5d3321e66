/** Makes the room that finds what may echo a thread: by its words, and by the other names of what it names; no model is asked (N13). */
import type { TextSpan } from '#main/base/anchors/anchored-text.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { ThreadsService } from '#main/book/threads/service.ts';
import type { RetrievalService } from '#main/context/retrieval/service.ts';
import { relatedMark, type SearchHit } from '#shared/domain/retrieval.ts';
import { type EchoProposal, maxMarkedText } from '#shared/domain/thread.ts';
import { appErrorCode } from '#shared/errors.ts';
import { createRarity, pickSentence } from './echo-words.ts';
import { createQuestion, type EchoQuestion } from './question.ts';
import type { EchoesService } from './service.ts';

/** So many are proposed: the writer reads every one of them. */
const maxProposals = 5;
/** Passages that are looked into for them. */
const maxPassages = 60;

export type EchoesDependencies = {
  threads: Pick<ThreadsService, 'listMarks'>;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'matcher'>;
  retrieval: Pick<RetrievalService, 'settle' | 'related' | 'passagesOf'>;
  documents: Pick<DocumentsService, 'byId' | 'read'>;
};

type Marks = Awaited<ReturnType<ThreadsService['listMarks']>>['marks'];
type Spot = { chapter: number; start: number };
type Stretch = Spot & { documentId: string; end: number; quote: string };
type Weighed = EchoProposal & { weight: number };

const isBefore = (one: Spot, other: Spot): boolean =>
  one.chapter < other.chapter || (one.chapter === other.chapter && one.start < other.start);

const inOrder = <T extends Spot>(spots: readonly T[]): T[] =>
  spots.toSorted((one, other) => (isBefore(one, other) ? -1 : 1));

/** Those of a kind, or all, that are found, in the order of the book. */
const foundMarks = (marks: Marks, kind: Marks[number]['kind'] | null): Stretch[] =>
  inOrder(
    marks.flatMap(({ found, documentId, quote, ...mark }) =>
      found && (kind === null || mark.kind === kind) ? [{ documentId, quote, ...found }] : [],
    ),
  );

const overlaps = (one: TextSpan, other: TextSpan): boolean =>
  one.start < other.end && other.start < one.end;

const proposalIn = (
  hit: SearchHit,
  { isPerson, weightOf }: EchoQuestion,
  isFree: (place: Spot & TextSpan & { documentId: string }) => boolean,
): Weighed | null => {
  const { documentId, chapter } = hit;
  const words = hit.matched.filter((word) => word !== relatedMark && !isPerson(word));
  const found = pickSentence(hit.text, words, {
    weightOf,
    isFree({ start, end }) {
      const span = { start: start + hit.start, end: end + hit.start };
      return end - start <= maxMarkedText && isFree({ documentId, chapter, ...span });
    },
  });
  if (!found) return null;
  const { start, end, shared, weight } = found;
  const quote = hit.text.slice(start, end);
  return {
    ...{ documentId, chapter, quote, shared, weight },
    ...{ start: hit.start + start, end: hit.start + end },
  };
};

/** Null for a chapter that cannot be read now, or went meanwhile. */
const readText = async (
  documents: EchoesDependencies['documents'],
  projectId: string,
  documentId: string,
): Promise<string | null> => {
  try {
    return (await documents.read(projectId, documentId)).text;
  } catch (error) {
    const code = appErrorCode(error);
    if (code === 'DOCUMENT_UNREADABLE' || code === 'DOCUMENT_NOT_FOUND') return null;
    throw error;
  }
};

/** Passages behind the opening, and before the pay-off where there is one. */
const findPassages = async (
  { retrieval, documents }: EchoesDependencies,
  projectId: string,
  { asked }: EchoQuestion,
  { opening, paid }: { opening: Stretch; paid: Stretch | undefined },
): Promise<SearchHit[]> => {
  const byId = documents.byId(projectId);
  const allowsDocument = (documentId: string): boolean => {
    const chapter = byId.get(documentId)?.chapter ?? 0;
    return chapter >= opening.chapter && chapter <= (paid?.chapter ?? chapter);
  };
  const { documentId, start, end } = opening;
  const { hits } = await retrieval.related({
    ...{ projectId, text: '', cursor: 0, asked, limit: maxPassages },
    filter: { allowsDocument, allowsPassage: () => true },
    exclude: [{ documentId, start, end }],
  });
  return hits.filter((hit) => allowsDocument(hit.documentId));
};

/** As many of the best as are proposed: those that stand there still. */
const stillThere = async (
  documents: EchoesDependencies['documents'],
  projectId: string,
  best: readonly Weighed[],
): Promise<EchoProposal[]> => {
  const proposals: EchoProposal[] = [];
  for (const { weight: _weight, ...proposal } of best) {
    if (proposals.length === maxProposals) break;
    const { documentId, start, end, quote } = proposal;
    const text = await readText(documents, projectId, documentId);
    if (text?.slice(start, end) === quote) proposals.push(proposal);
  }
  return proposals;
};

export const createEchoes = (dependencies: EchoesDependencies): EchoesService => {
  const { threads, knowledge, retrieval, documents } = dependencies;
  return {
    async propose(projectId, threadId) {
      const { title: name, marks } = await threads.listMarks(projectId, threadId);
      const [opening] = foundMarks(marks, 'opened');
      // Nothing echoes what is not promised yet.
      if (!opening) return [];
      const [paid] = foundMarks(marks, 'paid');
      await retrieval.settle(projectId);
      const said = [opening, ...foundMarks(marks, 'echoed')].map(({ quote }) => quote);
      const rarityOf = createRarity([...retrieval.passagesOf(projectId)].map(({ text }) => text));
      const question = createQuestion(knowledge, projectId, { name, said }, rarityOf);
      const passages = await findPassages(dependencies, projectId, question, { opening, paid });
      const taken = foundMarks(marks, null);
      const proposals: Weighed[] = [];
      for (const hit of passages) {
        const found = proposalIn(hit, question, (place) => {
          if (isBefore(place, opening) || (paid && isBefore(paid, place))) return false;
          return ![...taken, ...proposals].some(
            (one) => one.documentId === place.documentId && overlaps(one, place),
          );
        });
        if (found) proposals.push(found);
      }
      // Of those that share as much, the ones retrieval holds nearer.
      const best = proposals.toSorted((one, other) => other.weight - one.weight);
      return inOrder(await stillThere(documents, projectId, best));
    },
  };
};
