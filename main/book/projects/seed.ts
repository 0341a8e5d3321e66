/** The shape of what comes with a sample novel. */
import { z } from 'zod';
import { ConstraintPriority, ConstraintText, ConstraintType } from '#shared/domain/constraint.ts';
import { Fence } from '#shared/domain/fence.ts';
import { ChapterNumber, Language } from '#shared/domain/identifiers.ts';
import { NewEntityFacts } from '#shared/domain/knowledge.ts';

const Key = z.string().min(1);
const OptionalChapter = ChapterNumber.nullable().default(null);

/** What comes with a sample novel beside its chapters. Entities have keys, which the import turns into ids. */
export const Seed = z.object({
  name: z.string().min(1),
  language: Language,
  /** Name of the folder the writer's copy gets. */
  folder: z.string().min(1),
  /** In the order in which they are to be sent. */
  constraints: z.array(
    z.object({
      type: ConstraintType,
      text: ConstraintText,
      priority: ConstraintPriority.optional(),
      enabled: z.boolean().default(true),
      fence: Fence.nullable().default(null),
    }),
  ),
  entities: z.array(
    NewEntityFacts.extend({
      key: Key,
      validFromChapter: OptionalChapter,
      validToChapter: OptionalChapter,
      fence: Fence.nullable().default(null),
    }),
  ),
  /** `subject` and `object` are keys of entities. */
  relations: z.array(
    z.object({
      subject: Key,
      predicate: z.string().min(1),
      object: Key,
      validFromChapter: OptionalChapter,
      validToChapter: OptionalChapter,
    }),
  ),
  memoryRules: z.array(
    z.object({
      text: z.string().min(1),
      confidence: z.number().min(0).max(1),
      confirmed: z.boolean().default(false),
    }),
  ),
  episodes: z.array(z.object({ text: z.string().min(1), chapter: ChapterNumber.optional() })),
  /** Key of the entity through whose eyes the novel is told. */
  pointOfView: z.object({ default: Key }).optional(),
  /** For tests of retrieval: what an early chapter says and a later one needs. */
  plantedFacts: z
    .array(z.object({ fact: z.string(), plantedIn: ChapterNumber, neededIn: ChapterNumber }))
    .default([]),
});
export type Seed = z.infer<typeof Seed>;
