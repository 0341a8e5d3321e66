/** What the writer decided of a scene beside its text (W1). */
import { z } from 'zod';
import { Count, Identifier } from './identifiers.ts';
import { ChapterStatus } from './project.ts';

export const sceneLimit = 20_000;

export const SceneFacts = z.object({
  sceneId: Identifier,
  status: ChapterStatus.nullable(),
  synopsis: z.string(),
  /** Who tells it; null: whoever tells its chapter. */
  pointOfViewEntityId: Identifier.nullable(),
  /** What its scene began with when it was last found. */
  opening: z.string(),
});
export type SceneFacts = z.infer<typeof SceneFacts>;

/** A scene as the caller saw it. */
export const SceneAddress = z.object({
  documentId: Identifier,
  start: Count,
  /** Its first words: where another scene stands there by now, the only one that begins with them is meant. */
  opening: z.string().max(200),
});
export type SceneAddress = z.infer<typeof SceneAddress>;
