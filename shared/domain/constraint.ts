/** A rule of the writer. */
import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';
import { ChapterFence } from './fence.ts';

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

/** S3-43. */
export const constraintLimit = 500;
