/** Scenes of a chapter: what stands between its lines of stars or dashes (W1). */
import { z } from 'zod';
import { Count, Identifier } from './identifiers.ts';

export const Scene = z.object({
  /** From its first line to the end of its last, UTF-16 code units of the text as it was read. */
  start: Count,
  end: Count,
  words: Count,
  /** Its first words. */
  opening: z.string(),
});
export type Scene = z.infer<typeof Scene>;

/** A chapter of two scenes or more. */
export const ChapterScenes = z.object({
  documentId: Identifier,
  /** Of the text they were read from. */
  version: z.string(),
  scenes: z.array(Scene),
});
export type ChapterScenes = z.infer<typeof ChapterScenes>;
