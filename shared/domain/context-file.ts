import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

export const ContextKind = z.enum(['artifact', 'history', 'catalog']);
export type ContextKind = z.infer<typeof ContextKind>;

/** The light reference a model keeps instead of a big output (S0-04). The id is never a path. */
export const ContextRef = z.object({
  id: Identifier,
  kind: ContextKind,
  mimeType: z.string().optional(),
  byteSize: Count.optional(),
  createdAt: Timestamp,
  hint: z.string(),
});
export type ContextRef = z.infer<typeof ContextRef>;

export const GrepMatch = z.object({
  /** From 1. */
  line: z.number().int().positive(),
  content: z.string(),
  before: z.array(z.string()).optional(),
  after: z.array(z.string()).optional(),
});
export type GrepMatch = z.infer<typeof GrepMatch>;
