/** The shape of what comes with a sample novel. */
import { z } from 'zod';
import { ConstraintPriority, ConstraintText, ConstraintType } from '#shared/domain/constraint.ts';
import { WordGoal } from '#shared/domain/days.ts';
import { Fence } from '#shared/domain/fence.ts';
import { ChapterNumber, Language } from '#shared/domain/identifiers.ts';
import { NewEntityFacts } from '#shared/domain/knowledge.ts';
import { NoteKind, NoteText } from '#shared/domain/note.ts';
import { ChapterStatus, Synopsis } from '#shared/domain/project.ts';
import { ThreadNote, ThreadPlaceKind, ThreadTitle } from '#shared/domain/thread.ts';

const Key = z.string().min(1);
const OptionalChapter = ChapterNumber.nullable().default(null);

/** Words of a chapter that stand in it once: they say where something is. */
const Passage = z.object({ chapter: ChapterNumber, quote: z.string().min(1) });

const Planned = z.object({ synopsis: Synopsis, status: ChapterStatus });

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
  /** `until`: the number of the volume's last chapter. */
  volumes: z.array(z.object({ name: z.string().min(1), until: ChapterNumber })).default([]),
  /** Of each chapter, in the order of the book. */
  chapters: z.array(Planned.extend({ wordGoal: WordGoal })).default([]),
  /** `scene`: its number in its chapter, from 1. */
  scenes: z
    .array(Planned.extend({ chapter: ChapterNumber, scene: z.number().int().min(1) }))
    .default([]),
  threads: z
    .array(
      z.object({
        title: ThreadTitle,
        note: ThreadNote,
        due: OptionalChapter,
        places: z.array(Passage.extend({ kind: ThreadPlaceKind })),
      }),
    )
    .default([]),
  notes: z.array(Passage.extend({ kind: NoteKind, text: NoteText })).default([]),
  /** For tests of retrieval: what an early chapter says and a later one needs. */
  plantedFacts: z
    .array(z.object({ fact: z.string(), plantedIn: ChapterNumber, neededIn: ChapterNumber }))
    .default([]),
});
export type Seed = z.infer<typeof Seed>;
