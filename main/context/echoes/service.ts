/** What others may ask of the echoes of threads. */
import type { EchoProposal } from '#shared/domain/thread.ts';

export type EchoesService = {
  /** Sentences behind the opening of a thread that may echo it, in the order of the book. THREAD_NOT_FOUND, RETRIEVAL_UNAVAILABLE. */
  propose(projectId: string, threadId: string): Promise<EchoProposal[]>;
};
