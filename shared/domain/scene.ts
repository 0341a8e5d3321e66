/** Scenes of a chapter: what stands between its lines of stars or dashes (W1). */
import { z } from 'zod';
import { Count, Identifier } from './identifiers.ts';
import { SceneFacts } from './scene-facts.ts';

export const Scene = z.object({
  /** From its first line to the end of its last, UTF-16 code units of the text as it was read. */
  start: Count,
  end: Count,
  words: Count,
  /** Its first words. */
  opening: z.string(),
  /** What the writer decided of it; absent where nothing is. */
  facts: SceneFacts.optional(),
});
export type Scene = z.infer<typeof Scene>;

/** A chapter of two scenes or more, or of whose scenes something was decided. */
export const ChapterScenes = z.object({
  documentId: Identifier,
  /** Of the text they were read from. */
  version: z.string(),
  scenes: z.array(Scene),
  /** What was decided of scenes that are not to be told in the text of now. */
  withoutPlace: z.array(SceneFacts),
});
export type ChapterScenes = z.infer<typeof ChapterScenes>;
