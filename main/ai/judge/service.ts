/** What others may ask of the judge. */
import type { FollowText } from '#main/book/text-move.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { Coverage, Finding, JudgeMode, Waiver } from '#shared/domain/finding.ts';
import type { AgreedSum } from '#shared/domain/purse.ts';

/** What was found in a text, and what it was held against; null where an earlier version did not say. */
export type Judged = { findings: Finding[]; coverage: Coverage | null };

/** A model that judges what no exact rule reaches. The AI service provides it. */
export type ModelJudge = {
  /**
   * Should answer `{checked: [constraintId], findings: [{constraintId, quote, message, start?}]}`; whatever it answers
   * is verified: a quote that does not stand in the text is discarded, and a constraint it does not speak of counts as
   * unchecked. Rejects when the model cannot be asked, with PURSE_ASKS where the writer is to be asked before. `isStillOpen`:
   * whether the words may be sent once more after a failure.
   */
  check(
    text: string,
    constraints: readonly { constraintId: string; text: string }[],
    signal: AbortSignal,
    about: { projectId: string; isStillOpen: () => boolean; agreedTo?: AgreedSum | undefined },
  ): Promise<unknown>;
};

/** `isFenced`: its text may tell of what is fenced now, so that no model may see it (N3). */
export type CheckRequest = Parsed<'judge:check'> & { isFenced?: boolean };

export type JudgeService = {
  /**
   * Judges whatever the mode is: the mode says what the AI service does with its own text. PROJECT_NOT_FOUND,
   * PROJECT_CLOSED, DOCUMENT_NOT_FOUND, CANCELLED.
   */
  check(input: CheckRequest, signal: AbortSignal): Promise<Output<'judge:check'>>;
  /** CONSTRAINT_NOT_FOUND, ENTITY_NOT_FOUND. Waiving again replaces the reason. */
  waive(input: Parsed<'judge:waive'>): Waiver;
  /** Does nothing when there is no such waiver. */
  unwaive(projectId: string, findingId: string): void;
  listWaivers(projectId: string): Waiver[];
  /** An earlier judgement with the waivers and the constraints of today. */
  judgedToday(projectId: string, earlier: Judged): Judged;
  /**
   * The last check of each chapter, over restarts: without the findings whose words have changed since, or whose
   * constraint or codex entry has, and with what came since as unchecked. PROJECT_NOT_FOUND, PROJECT_CLOSED.
   */
  listChecks(projectId: string): Promise<Output<'judge:checks:list'>['items']>;
  /** Forgets the last check of a chapter. */
  removeCheck(projectId: string, documentId: string): void;
  getMode(projectId: string): JudgeMode;
  setMode(projectId: string, mode: JudgeMode): JudgeMode;
  /** Findings go with the text they are about (W1). */
  followText: FollowText;
  /** Deletes everything of a forgotten project. */
  forgetProject(projectId: string): void;
};
