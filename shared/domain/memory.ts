/** What was learned: preferences and episodes. */
import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

export const MemoryRuleText = z.string().trim().min(1).max(2000);

/** A learned preference. Only confirmed rules reach a prompt (S3-10, S3-20). */
export const MemoryRule = z.object({
  ruleId: Identifier,
  text: z.string(),
  /** 0 to 1. */
  confidence: z.number().min(0).max(1),
  confirmed: z.boolean(),
  tokenCount: Count,
  version: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type MemoryRule = z.infer<typeof MemoryRule>;

/** A short record of past work, offered to the Retrieved layer. */
export const Episode = z.object({
  episodeId: Identifier,
  documentId: Identifier.nullable(),
  text: z.string(),
  createdAt: Timestamp,
});
export type Episode = z.infer<typeof Episode>;

/** What happened in this sitting; forgotten when the project is closed. */
export const WorkingNote = z.object({
  noteId: Identifier,
  documentId: Identifier.nullable(),
  text: z.string(),
  createdAt: Timestamp,
});
export type WorkingNote = z.infer<typeof WorkingNote>;
