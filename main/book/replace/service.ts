import type { Output, Parsed } from '#shared/contract/index.ts';

/** A synopsis that was proposed and waits for the writer. */
export type ProposedSynopsis = { proposalId: string; documentId: string; text: string };

export type ProposedSynopses = {
  /** Also of chapters that are deleted. */
  listWaiting(projectId: string): readonly ProposedSynopsis[];
  /** Null for one that is decided about, or of another project. */
  findWaiting(projectId: string, proposalId: string): ProposedSynopsis | null;
  /** One that became its chapter's synopsis; null for any other. */
  findAccepted(projectId: string, proposalId: string): ProposedSynopsis | null;
  /** SYNOPSIS_NOT_FOUND, SYNOPSIS_SETTLED, SYNOPSIS_CHANGED where its words are not those expected. */
  reword(projectId: string, wording: { proposalId: string; expected: string; text: string }): void;
  /** A chapter's synopsis reads otherwise: what was proposed in its place still is. */
  follow(projectId: string, synopsis: { documentId: string; from: string; to: string }): void;
  /** Whether one waits for the chapter, and its text did not go on beyond trifles since. DOCUMENT_NOT_FOUND. */
  isTrue(projectId: string, documentId: string): boolean;
  /** What was proposed for the text before is true of the chapter's text of now, in which only names are others. */
  keepTrue(projectId: string, chapter: { documentId: string; mark: string }): void;
};

/** The whole book as one text (W2): finding, replacing, renaming, and the way back. */
export type ReplaceService = {
  search(
    input: Parsed<'manuscript:search'>,
    signal?: AbortSignal,
  ): Promise<Output<'manuscript:search'>>;
  replace(input: Parsed<'manuscript:replace'>): Promise<Output<'manuscript:replace'>>;
  undo(input: Parsed<'manuscript:undo'>): Promise<Output<'manuscript:undo'>>;
  latest(projectId: string): Output<'manuscript:latest'>;
  /** Ends what is under way: a replacement is taken back, an undo stays where it is. */
  cancel(projectId: string): void;
  /** Before the book is closed: what is under way comes to its end, or what somebody cancels is taken back. Never throws. */
  closeProject(projectId: string): Promise<void>;
  /** Takes back what a killed program left half done. */
  takeBackBroken(projectId: string): Promise<void>;
  previewRename(
    input: Parsed<'manuscript:rename:preview'>,
    signal?: AbortSignal,
  ): Promise<Output<'manuscript:rename:preview'>>;
  /** Deletes everything of a forgotten project. */
  forgetProject(projectId: string): void;
};
