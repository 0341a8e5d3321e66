/** Makes proposals the synopses of their chapters, or puts them away. */
import type { Output } from '#shared/contract/index.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { SynopsesDependencies } from './dependencies.ts';
import type { StoredProposal, SynopsisStore } from './store.ts';

type Settling = { projectId: string; proposalIds: readonly string[] };
/** What chapters had before proposals became theirs, by proposal: known while the program runs. */
export type Replaced = Map<string, { synopsis: string; mark: string | null }>;
type Missed = { proposalId: string; code: ErrorCode }[];

const requireWaiting = (
  store: Pick<SynopsisStore, 'find'>,
  projectId: string,
  proposalId: string,
): StoredProposal => {
  const proposal = store.find(projectId, proposalId);
  if (!proposal) {
    throw new AppError('SYNOPSIS_NOT_FOUND', 'There is no such proposal.', { proposalId });
  }
  if (proposal.state === 'waiting') return proposal;
  const { state } = proposal;
  throw new AppError('SYNOPSIS_SETTLED', 'The proposal was decided about.', { proposalId, state });
};

/** One after the other. Those that could not be are named; where none could, the first error is thrown. */
const settleEach = async (
  proposalIds: readonly string[],
  settle: (proposalId: string) => Promise<void> | void,
): Promise<{ settled: string[]; missed: Missed }> => {
  const settled: string[] = [];
  const missed: Missed = [];
  let first: AppError | null = null;
  for (const proposalId of new Set(proposalIds)) {
    try {
      await settle(proposalId);
      settled.push(proposalId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      first ??= error;
      missed.push({ proposalId, code: error.code });
    }
  }
  if (first && settled.length === 0) throw first;
  return { settled, missed };
};

/**
 * A synopsis that somebody wrote since is not lost unseen: SYNOPSIS_CHANGED unless `replaceChanged`. What a kill leaves
 * between the two writes is a proposal that can be accepted once more.
 */
export const acceptProposals = async (
  { documents }: Pick<SynopsesDependencies, 'documents'>,
  { store, replaced }: { store: Pick<SynopsisStore, 'find' | 'settle'>; replaced: Replaced },
  {
    projectId,
    proposalIds,
    replaceChanged = false,
  }: Settling & { replaceChanged?: boolean | undefined },
): Promise<Output<'synopses:accept'>> => {
  const { settled, missed } = await settleEach(proposalIds, async (proposalId) => {
    const { documentId, text, mark, before } = requireWaiting(store, projectId, proposalId);
    const { synopsis } = documents.info(projectId, documentId);
    if (synopsis !== before && synopsis !== text && !replaceChanged) {
      const message = 'The synopsis is another one since this was proposed.';
      throw new AppError('SYNOPSIS_CHANGED', message, { proposalId, documentId });
    }
    const own = documents.synopses.ownMark(projectId, documentId);
    await documents.synopses.write({ projectId, documentId, synopsis: text, mark });
    replaced.set(proposalId, { synopsis, mark: own });
    store.settle(proposalId, 'accepted');
  });
  return { accepted: settled, missed };
};

/** The chapter has its own synopsis of before again, as old as that was, and the proposal waits. */
export const takeBackProposals = async (
  { documents }: Pick<SynopsesDependencies, 'documents'>,
  { store, replaced }: { store: Pick<SynopsisStore, 'find' | 'settle'>; replaced: Replaced },
  { projectId, proposalIds }: Settling,
): Promise<Output<'synopses:takeBack'>> => {
  const { settled, missed } = await settleEach(proposalIds, async (proposalId) => {
    const proposal = store.find(projectId, proposalId);
    if (!proposal) {
      throw new AppError('SYNOPSIS_NOT_FOUND', 'There is no such proposal.', { proposalId });
    }
    const { documentId, text, state } = proposal;
    const before = replaced.get(proposalId);
    if (state !== 'accepted' || !before) {
      throw new AppError('SYNOPSIS_SETTLED', 'It cannot be taken back.', { proposalId, state });
    }
    if (documents.info(projectId, documentId).synopsis !== text) {
      const message = 'The synopsis is another one since this was accepted.';
      throw new AppError('SYNOPSIS_CHANGED', message, { proposalId, documentId });
    }
    const { synopsis, mark } = before;
    await documents.synopses.write({ projectId, documentId, synopsis, mark: mark ?? '' });
    store.settle(proposalId, 'waiting');
    replaced.delete(proposalId);
  });
  return { takenBack: settled, missed };
};

/** What waits says the same in other words: a name in it is another. SYNOPSIS_CHANGED where it reads otherwise by now. */
export const rewordProposal = (
  store: Pick<SynopsisStore, 'find' | 'reword' | 'transaction'>,
  projectId: string,
  { proposalId, expected, text }: { proposalId: string; expected: string; text: string },
): void =>
  store.transaction(() => {
    if (requireWaiting(store, projectId, proposalId).text !== expected) {
      throw new AppError('SYNOPSIS_CHANGED', 'The proposal reads otherwise by now.', {
        proposalId,
      });
    }
    store.reword(proposalId, text);
  });

export const rejectProposals = async (
  store: Pick<SynopsisStore, 'find' | 'settle'>,
  { projectId, proposalIds }: Settling,
): Promise<Output<'synopses:reject'>> => {
  const { settled, missed } = await settleEach(proposalIds, (proposalId) => {
    requireWaiting(store, projectId, proposalId);
    store.settle(proposalId, 'rejected');
  });
  return { rejected: settled, missed };
};
