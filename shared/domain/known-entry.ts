/** What a chapter knows of an entry of the codex (W6). */
import { z } from 'zod';
import { ChapterNumber, Identifier } from './identifiers.ts';
import { EntityKind } from './knowledge.ts';

export const KnownEntry = z.object({
  entityId: Identifier,
  name: z.string(),
  kind: EntityKind,
  aliases: z.array(z.string()),
  /** The chapter it is told for. */
  chapter: ChapterNumber,
  /** Whether the entry holds there; where not, it has neither description nor relations. */
  holds: z.boolean(),
  validFromChapter: ChapterNumber.nullable(),
  validToChapter: ChapterNumber.nullable(),
  summary: z.string(),
  /** Those that hold there. */
  details: z.array(z.object({ label: z.string(), text: z.string() })),
  /** Those that hold there, with entries that do. */
  relations: z.array(
    z.object({
      relationId: Identifier,
      predicate: z.string(),
      /** From this entry to the other one. */
      isOutgoing: z.boolean(),
      otherId: Identifier,
      other: z.string(),
    }),
  ),
});
export type KnownEntry = z.infer<typeof KnownEntry>;
