/** What the program and its worker of reports tell each other. */
import type { ReportFigures, ReportKind, ReportRemark } from '#shared/domain/report.ts';
import type { Variant } from '#shared/spelling/dictionary.ts';
import type { ErrorReport } from '#main/base/failures/error-report.ts';
import type { KnownFacts } from './facts.ts';

export type CodexName = { entityId: string; names: readonly string[]; isCharacter: boolean };

export type ReportOrder = {
  chapters: readonly { text: string; known: KnownFacts }[];
  codex: readonly CodexName[];
  /** Words to watch for. */
  watched: readonly string[];
  /** Whose spelling is right, and words that are whatever it says. */
  spelling: Variant;
  ownWords: readonly string[];
  /** File of ordinary Chinese words: short names are told from them. */
  wordList: string;
};

/** Three numbers for each place: the chapter's index, start, end. */
export type MadeLine = {
  remark: ReportRemark | null;
  label: string;
  suggestion: string;
  figures: ReportFigures;
  spread: number[];
  places: Uint32Array;
};

export type MadeSection = {
  kind: ReportKind;
  lines: MadeLine[];
  total: number;
  figures: ReportFigures;
};

export type ReportAnswer =
  | {
      kind: 'made';
      sections: MadeSection[];
      /** What was not known of chapters, by their index. */
      learnt: { chapter: number; facts: Required<KnownFacts> }[];
    }
  /** An error nobody expected, without its message. */
  | { kind: 'broken'; report: ErrorReport };
