/** What the judge found, checked and did not check. */
import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';
import { PurseExcess, PurseQuestion } from './purse.ts';

/**
 * What a finding complains about. All but `other` are decided without a model:
 * `narrativePerson` the narrator speaks in the wrong person, `otherMind` thoughts the narrator cannot know,
 * `forbiddenText` a character, word or pattern that is ruled out, `tooMany` one above its limit,
 * `nameTooEarly` a name before its chapter, `deadActs` somebody acts after their end,
 * `notKnownToPointOfView` a name the point-of-view character does not know.
 */
export const FindingKind = z.enum([
  'narrativePerson',
  'otherMind',
  'forbiddenText',
  'tooMany',
  'nameTooEarly',
  'deadActs',
  'notKnownToPointOfView',
  'other',
]);
export type FindingKind = z.infer<typeof FindingKind>;

/** A place in a text: UTF-16 code units, `quote` is exactly what stands there. */
export const QuotedSpan = z.object({ start: Count, end: Count, quote: z.string().min(1) });
export type QuotedSpan = z.infer<typeof QuotedSpan>;

export const Finding = QuotedSpan.extend({
  /** The same for the same complaint about the same sentence, whatever is edited elsewhere. */
  findingId: Identifier,
  kind: FindingKind,
  /**
   * The constraint it rests on; absent when it rests on a codex entry alone. `book:narrativePerson` and `book:tense`
   * are the settings of the book (S3-48), here and wherever a check names constraints.
   */
  constraintId: Identifier.optional(),
  entityId: Identifier.optional(),
  /** The words of the constraint that were understood, with their place in it. */
  basis: QuotedSpan.optional(),
  /** In the language of the project. */
  message: z.string(),
  by: z.enum(['rule', 'model']),
  waived: z.boolean(),
  /** Why it was waived. */
  reason: z.string().optional(),
});
export type Finding = z.infer<typeof Finding>;

export const Waiver = z.object({
  findingId: Identifier,
  constraintId: Identifier.nullable(),
  entityId: Identifier.nullable(),
  /** Of the constraint or codex entry when the finding was waived. */
  version: Count,
  quote: z.string(),
  reason: z.string(),
  createdAt: Timestamp,
  /** What it rests on has since been reworded or deleted: the waiver holds no longer. */
  lapsed: z.boolean(),
});
export type Waiver = z.infer<typeof Waiver>;

/** `regenerate` asks the AI service to write once more with the findings, and then to mark. */
export const JudgeMode = z.enum(['off', 'mark', 'regenerate']);
export type JudgeMode = z.infer<typeof JudgeMode>;

/** A constraint a text was held against, and who did it: `model` where a model judged the whole of it. */
export const CheckedConstraint = z.object({
  constraintId: Identifier,
  by: z.enum(['rule', 'model']),
  /** Of the constraint's words as they were then. */
  digest: z.string(),
});
export type CheckedConstraint = z.infer<typeof CheckedConstraint>;

/**
 * Why a constraint was not checked, or not the whole of it: `notAsked` it needs a model and none was to be asked,
 * `noModel` none is connected, `modelFailed` it gave no usable answer,
 * `purse` a cap did not let it be asked, `asksFirst` it waits for the writer's word on what asking takes, `unanswered` it said nothing of this one,
 * `unproven` it complained, but of words that are not in the text, `neverSend` no model may see it or the text,
 * `chapterOnly` it counts over a chapter, and this was a passage,
 * `changed` it was reworded after the check, `added` it came after the check.
 */
export const UncheckedReason = z.enum([
  'notAsked',
  'noModel',
  'modelFailed',
  'purse',
  'asksFirst',
  'unanswered',
  'unproven',
  'neverSend',
  'chapterOnly',
  'changed',
  'added',
]);
export type UncheckedReason = z.infer<typeof UncheckedReason>;

export const UncheckedConstraint = z.object({
  constraintId: Identifier,
  reason: UncheckedReason,
  /** Rules saw to a part of it. */
  partly: z.boolean(),
});
export type UncheckedConstraint = z.infer<typeof UncheckedConstraint>;

/** What a text was held against: each constraint that holds there is in one of the two (S3-25). */
export const Coverage = z.object({
  checked: z.array(CheckedConstraint),
  unchecked: z.array(UncheckedConstraint),
  /** By how much the question, or a second try for what was found, was over a cap, where that kept it back (N12). */
  refusal: PurseExcess.optional(),
  /** What asking the model takes, where that waits for the writer's word (E2). */
  question: PurseQuestion.optional(),
});
export type Coverage = z.infer<typeof Coverage>;
