/** What waits for the writer, as it stands today, and the job as it is told. */
import type { SynopsisJob, SynopsisProposal } from '#shared/domain/synopsis.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { SynopsesDependencies } from './dependencies.ts';
import type { StoredJob, StoredProposal, SynopsisStore } from './store.ts';

export const describeJob = ({
  owner: _owner,
  profileId: _profile,
  ...job
}: StoredJob): SynopsisJob => ({
  ...job,
  done: job.chapters.filter(({ state }) => state !== 'waiting').length,
});

export const describeProposal = (
  { documents }: Pick<SynopsesDependencies, 'documents'>,
  projectId: string,
  { state: _state, mark, before, ...proposal }: StoredProposal,
  chapter: Pick<DocumentInfo, 'synopsis'>,
): SynopsisProposal => ({
  ...proposal,
  isStale: documents.synopses.isStale(projectId, proposal.documentId, mark),
  isOvertaken: chapter.synopsis !== before,
});

/** Those of chapters that are there: one that comes back brings its own along. */
export const listProposals = (
  dependencies: Pick<SynopsesDependencies, 'documents'>,
  store: Pick<SynopsisStore, 'listWaiting'>,
  projectId: string,
): SynopsisProposal[] => {
  const chapters = new Map(
    dependencies.documents.list(projectId).map((chapter) => [chapter.documentId, chapter]),
  );
  return store.listWaiting(projectId).flatMap((proposal) => {
    const chapter = chapters.get(proposal.documentId);
    return chapter ? [describeProposal(dependencies, projectId, proposal, chapter)] : [];
  });
};
