/** What a write made of a codex entry, as it is stored: chapters by id, wherever these stand by then (B3). */
import { z } from 'zod';
import { AnchoredFence, ChapterReference } from './fence.ts';
import { Identifier, RecordId } from './identifiers.ts';
import { Entity, EntityFacts, maxDetails } from './knowledge.ts';

/** Details of an entry by their ids. */
export const AnchoredDetails = z
  .record(
    RecordId,
    // Strict: a file with more in it is left alone, for no row could keep that.
    z.strictObject({
      label: z.string().min(1).max(120),
      text: z.string().max(4_000),
      from: ChapterReference.nullable(),
    }),
  )
  .refine((details) => Object.keys(details).length <= 2 * maxDetails);
export type AnchoredDetails = z.infer<typeof AnchoredDetails>;

export const AnchoredEntityFacts = EntityFacts.extend({
  // As a file of the book may have them, or an earlier version.
  name: z.string().min(1),
  aliases: z.array(z.string().min(1)),
  summary: z.string(),
  details: AnchoredDetails,
  validFrom: ChapterReference.nullable(),
  validTo: ChapterReference.nullable(),
  fence: AnchoredFence.nullable(),
  deleted: z.boolean(),
});
export type AnchoredEntityFacts = z.infer<typeof AnchoredEntityFacts>;

/**
 * What a write made of one entry. It is taken back where the entry still is as it was `after` in all of its facts, for they are
 * of one form, and then is what it was `before`.
 */
export const EntityChange = z.object({
  entityId: Identifier,
  before: AnchoredEntityFacts.partial(),
  after: AnchoredEntityFacts.partial(),
});
export type EntityChange = z.infer<typeof EntityChange>;

/** An entry as a write left it, with the way back; nothing for what was so before. */
export const WrittenEntity = Entity.extend({ changes: z.array(EntityChange).max(1) });
export type WrittenEntity = z.infer<typeof WrittenEntity>;
