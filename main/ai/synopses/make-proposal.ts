/** Has a chapter's synopsis made, ready to be kept. */
import { nanoid } from 'nanoid';
import type { Usage } from '#shared/domain/run.ts';
import { noUsage, wholeUsage } from '#shared/usage-sum.ts';
import { askSynopsis } from './ask-synopsis.ts';
import type { SynopsesDependencies } from './dependencies.ts';
import type { ReadableChapter } from './read-chapter.ts';
import type { StoredProposal } from './store.ts';

export type ProposalRequest = {
  projectId: string;
  documentId: string;
  chapter: ReadableChapter;
  /** The model; the chosen one unless told otherwise. */
  profileId?: string | undefined;
  onUsage?(usage: Usage): void;
};

/** The errors of asking, and DOCUMENT_NOT_FOUND for a chapter that went meanwhile. */
export const makeProposal = async (
  dependencies: SynopsesDependencies,
  { projectId, documentId, chapter, profileId, onUsage }: ProposalRequest,
  signal: AbortSignal,
): Promise<StoredProposal> => {
  const { documents, models, projects, clock } = dependencies;
  const before = documents.info(projectId, documentId).synopsis;
  const model = models.chatModel(profileId);
  const usages: Usage[] = [];
  const text = await askSynopsis(
    dependencies,
    { model, language: projects.languageOf(projectId) },
    {
      ...{ projectId, kind: 'chapter', text: chapter.text, isStillOpen: chapter.isStillOpen },
      onUsage(took) {
        usages.push(took);
        onUsage?.(took);
      },
    },
    signal,
  );
  documents.info(projectId, documentId);
  const [first = noUsage, ...others] = usages;
  const usage = others.reduce(wholeUsage, first);
  return {
    ...{ proposalId: nanoid(), documentId, state: 'waiting', text, mark: chapter.mark, before },
    ...{ model: model.model, usage, redacted: chapter.redacted, createdAt: clock.now() },
  };
};
