/** A rule of the writer. */
import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';
import { AnchoredFence, ChapterFence } from './fence.ts';

export const ConstraintType = z.enum(['narrative', 'character', 'world', 'style', 'plot']);
export type ConstraintType = z.infer<typeof ConstraintType>;

/** Where a constraint comes from (S3-21). Only `user` and `project` ones are never dropped (S3-26). */
export const ConstraintSource = z.enum(['project', 'knowledge', 'user', 'memory']);
export type ConstraintSource = z.infer<typeof ConstraintSource>;

export const ConstraintText = z.string().trim().min(1).max(4000);
export const ConstraintPriority = z.number().int().min(-1_000_000).max(1_000_000);

export const Constraint = z.object({
  constraintId: Identifier,
  type: ConstraintType,
  text: z.string(),
  source: ConstraintSource,
  /** Greater is more important and stands earlier; equal ones keep the order of their creation. */
  priority: ConstraintPriority,
  enabled: z.boolean(),
  fence: ChapterFence.nullable(),
  tokenCount: Count,
  version: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Constraint = z.infer<typeof Constraint>;

/** What the writer says of a constraint, as it is stored: a fence leads back to the same chapters, wherever these stand by then (B3). */
export const ConstraintFacts = z.object({
  type: ConstraintType,
  // As a file of the book may have it: not trimmed, and longer than what a form takes.
  text: z.string().min(1).max(40_000),
  priority: ConstraintPriority,
  enabled: z.boolean(),
  fence: AnchoredFence.nullable(),
  deleted: z.boolean(),
});
export type ConstraintFacts = z.infer<typeof ConstraintFacts>;

/**
 * What a write made of one constraint. It is taken back where it still is as it was `after`, and then is what it was `before`;
 * what is named only after it must be so too, for it would be out of reach.
 */
export const ConstraintChange = z.object({
  constraintId: Identifier,
  before: ConstraintFacts.partial(),
  after: ConstraintFacts.partial(),
});
export type ConstraintChange = z.infer<typeof ConstraintChange>;

/** A constraint as a write left it, with the way back; nothing for what was so before. */
export const WrittenConstraint = Constraint.extend({ changes: z.array(ConstraintChange).max(1) });
export type WrittenConstraint = z.infer<typeof WrittenConstraint>;

/** S3-43. */
export const constraintLimit = 500;
