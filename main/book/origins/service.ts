/** What other rooms may ask of the origins of text (N14). */
import type { Output } from '#shared/contract/index.ts';
import type { OriginRuns, ProvenanceSpan } from '#shared/domain/origins.ts';
import type { FollowText } from '../text-move.ts';
import type { MadeText, VersionedText } from '../made-text.ts';

/** A text that is about to be written into a chapter's file. */
export type TextToWrite = {
  projectId: string;
  documentId: string;
  /** What it was made from; null for a chapter that was not there before. */
  before: VersionedText | null;
  after: VersionedText;
  /** Null: what is new is unknown, unless this very text was known before. */
  made: MadeText | null;
};

export type OriginsService = {
  /**
   * Notes whose a text is, before its file is written: a kill in between leaves nothing wrong. Never fails: no text stays
   * unwritten because its origin cannot be noted.
   */
  note(written: TextToWrite): Promise<void>;
  /**
   * Of a text as it is now; where nobody noted it, what stayed of `lastSeen`, or of the last one that is known. Never fails:
   * what cannot be found out is unknown.
   */
  read(
    key: { projectId: string; documentId: string },
    text: VersionedText,
    lastSeen?: string,
  ): Promise<OriginRuns>;
  /** The same, in the words of other programs. Throws SQLite's errors. */
  provenance(
    key: { projectId: string; documentId: string },
    text: VersionedText,
  ): Promise<ProvenanceSpan[]>;
  /**
   * Two chapters turn out to be one: what is noted of the one whose id goes is the other's. Belongs to the transaction in
   * which the id goes. Throws SQLite's errors.
   */
  joinChapters(projectId: string, ids: { from: string; to: string }): void;
  followText: FollowText;
  /** PROJECT_NOT_FOUND, PROJECT_CLOSED, DOCUMENT_UNREADABLE. */
  report(projectId: string): Promise<Omit<Output<'origins:report'>, 'since'>>;
  forgetProject(projectId: string): void;
};
