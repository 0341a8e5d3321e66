/** What the writer decided of a scene beside its text (W1). */
import { z } from 'zod';
import { WordGoal } from './days.ts';
import { Count, Identifier } from './identifiers.ts';
import { ChapterStatus } from './project.ts';
import { maxMarkedText } from './thread.ts';

export const sceneLimit = 20_000;

export const SceneSynopsis = z.string().trim().max(4_000);

export const SceneFacts = z.object({
  sceneId: Identifier,
  status: ChapterStatus.nullable(),
  synopsis: z.string(),
  /** Who tells it; null: whoever tells its chapter. */
  pointOfViewEntityId: Identifier.nullable(),
  /** Words it is meant to have; null for no goal. */
  wordGoal: WordGoal.nullable(),
  /** What its scene began with when it was last found. */
  opening: z.string(),
});
export type SceneFacts = z.infer<typeof SceneFacts>;

const SceneMark = z.strictObject({
  documentId: Identifier,
  offset: Count,
  quote: z
    .string()
    .min(1)
    .max(maxMarkedText + 2),
  before: z.string().max(400),
  after: z.string().max(400),
  apart: z.number().int().min(1).max(400).optional(),
});

/** What a scene was known by before it was put with another: its first paragraph and its last (W1). */
export const ScenePlaces = z.strictObject({ first: SceneMark, last: SceneMark });
export type ScenePlaces = z.infer<typeof ScenePlaces>;

/** A scene as the caller saw it. */
export const SceneAddress = z.object({
  documentId: Identifier,
  start: Count,
  /** Its first words: where another scene stands there by now, the only one that begins with them is meant. */
  opening: z.string().max(200),
});
export type SceneAddress = z.infer<typeof SceneAddress>;
