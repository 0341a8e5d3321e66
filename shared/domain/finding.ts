import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

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
  /** The constraint it rests on; absent when it rests on a codex entry alone. */
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
