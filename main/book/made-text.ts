/** How a chapter's text came to be, as whoever writes it tells the origins (N14). */
import type { ModelSource, OriginCode, OriginRuns } from '#shared/domain/origins.ts';
import type { LengthChange } from '#shared/origin-runs.ts';

export type VersionedText = { text: string; version: string };

/** Words of an earlier text that take the place of [start, end) of the text before. */
export type RestoredPassage = { text: string; into: { start: number; end: number } };

/**
 * What is known of how a text came to be: `told` for each unit of this text, by the page it was written in; `changes` of
 * the text before, all of one origin; `new`: what the text before does not have; `restored`: an earlier text or a passage
 * of it; `merged`: the text before with one that stood beside it. What nobody tells is unknown.
 */
export type MadeText =
  | { kind: 'told'; text: string; runs: OriginRuns }
  | {
      kind: 'changes';
      changes: readonly LengthChange[];
      code: OriginCode;
      source?: ModelSource;
      /** Where the file holds another text by now: the one they were made of, and what they made of it. */
      over?: { base: VersionedText; text: string };
    }
  | { kind: 'new'; code: OriginCode; source?: ModelSource }
  | { kind: 'restored'; from: VersionedText; passage?: RestoredPassage | undefined }
  | { kind: 'merged'; from: VersionedText };
