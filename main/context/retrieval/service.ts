import type { PublishedModels } from './published/download-model.ts';
import type { Parsed } from '#shared/contract/index.ts';
import type { IndexStatus, SearchHit } from '#shared/domain/retrieval.ts';
import type { SentenceModelLook } from '#shared/domain/sentence-model.ts';

/** What of a project may go into a request; the same questions decide there. */
export type PassageFilter = {
  /** Asked once a document. */
  allowsDocument(documentId: string): boolean;
  /** Asked of passages of allowed documents, best first, until there are enough. */
  allowsPassage(passage: Pick<SearchHit, 'documentId' | 'start' | 'text'>): boolean;
};

export type RelatedRequest = {
  projectId: string;
  /** The chapter's text, and where in it the request stands: the nearer a word before it, the more it counts. */
  text: string;
  cursor: number;
  /** What the writer asks for, and the passage it is about: counts like the last words before the cursor. */
  asked: string;
  /** At most so many that may go, best first. */
  limit: number;
  filter: PassageFilter;
  /**
   * The stretches the request sends anyway (the chapter being written up to the cursor). Their chunks are not
   * candidates, and words found nowhere else are not looked up: otherwise the rarest words around the cursor,
   * which only these chunks have, crowd out the ones that lead to earlier scenes.
   */
  exclude: readonly { documentId: string; start: number; end: number }[];
};

export type RelatedPassages = {
  /** Best first; among them, to be explained, those the filter refused, and the first few of chapters that may not go. */
  hits: SearchHit[];
  /** How many that may not go rank as high as one that does, by document. */
  withheld: { documentId: string; passages: number }[];
  /** The writer's own sentence model did not answer in time, or failed: words alone ranked. */
  isModelLate?: true;
};

export type RetrievalService = {
  /** Sentence models that a site publishes. */
  published: PublishedModels;
  /** Resolves when what is indexed can be searched; the rest is indexed in the background. */
  ensure(projectId: string): Promise<void>;
  /** Indexes what changed; with `wait` resolves when done. */
  index(projectId: string, wait: boolean): Promise<{ chunks: number; pending: number }>;
  /** Indexes what was told to have changed, and no more is looked at, unless there was no run yet; resolves when done. */
  settle(projectId: string): Promise<void>;
  status(projectId: string): IndexStatus;
  cancel(projectId: string): void;
  /** What holds the very words first, then what is similar, best first. RETRIEVAL_UNAVAILABLE. */
  search(projectId: string, query: string, limit: number): Promise<SearchHit[]>;
  /**
   * Candidates for the Retrieved layer, quick enough for 500 requests at once. Uses what is indexed now.
   * RETRIEVAL_UNAVAILABLE.
   */
  related(request: RelatedRequest): Promise<RelatedPassages>;
  /** Reads the words of a chapter ahead, which the first question in it would wait for. */
  readAhead(projectId: string, text: string): void;
  /** What a folder holds of a sentence model and what it would take, before it is chosen. SENTENCE_MODEL_…, CANCELLED. */
  lookAtModel(
    input: Parsed<'retrieval:model:look'>,
    signal: AbortSignal,
  ): Promise<SentenceModelLook>;
  /** What is indexed now, passage by passage, each as a hit that nobody asked for. */
  passagesOf(projectId: string): Iterable<SearchHit>;
  /** Ends what is under way for a project and lets go of what was loaded. */
  leaveProject(projectId: string): Promise<void>;
  /** Takes a project out of the index. RETRIEVAL_UNAVAILABLE. */
  eraseProject(projectId: string): Promise<void>;
  close(): Promise<void>;
};
