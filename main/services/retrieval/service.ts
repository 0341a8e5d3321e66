import type { IndexStatus, SearchHit } from '#shared/domain/retrieval.ts';

export type RelatedRequest = {
  projectId: string;
  /** What the writer is at: text around the cursor. */
  focus: string;
  /** Names of entities met in the focus, spelled as in the codex. */
  names: readonly string[];
  /** At most so many of chapters up to `throughChapter`, best first. */
  limit: number;
  /** Passages of later chapters are listed where they rank, and take no place from the others. */
  throughChapter: number;
  /**
   * The stretch the request sends anyway (the chapter being written up to the cursor). Its chunks are not
   * candidates, and words found nowhere else are not looked up: otherwise the rarest words around the cursor,
   * which only its own chunk has, crowd out the ones that lead to earlier scenes.
   */
  exclude: { documentId: string; start: number; end: number };
};

export type RetrievalService = {
  /** Resolves when what is indexed can be searched; the rest is indexed in the background. */
  ensure(projectId: string): Promise<void>;
  /** Indexes what changed; with `wait` resolves when done. */
  index(projectId: string, wait: boolean): Promise<{ chunks: number; pending: number }>;
  status(projectId: string): IndexStatus;
  cancel(projectId: string): void;
  /** Best first. Lexical order is kept where it is sure of itself. RETRIEVAL_UNAVAILABLE. */
  search(projectId: string, query: string, limit: number): Promise<SearchHit[]>;
  /**
   * Candidates for the Retrieved layer, quick enough for 500 requests at once. Uses what is indexed now.
   * RETRIEVAL_UNAVAILABLE.
   */
  related(request: RelatedRequest): Promise<SearchHit[]>;
  /** Ends what is under way for a project and lets go of what was loaded. */
  leaveProject(projectId: string): Promise<void>;
  /** Takes a project out of the index. RETRIEVAL_UNAVAILABLE. */
  eraseProject(projectId: string): Promise<void>;
  close(): Promise<void>;
};
