/** A sentence model of the writer's own, as the program finds it in a folder (E5). */
import { z } from 'zod';
import { Count } from './identifiers.ts';

/** What some models want before a question and before a passage ("query: ", "passage: "). */
export const ModelPrefixes = z.object({
  question: z.string().max(500),
  passage: z.string().max(500),
});
export type ModelPrefixes = z.infer<typeof ModelPrefixes>;

export const SentenceModelLook = z.object({
  /** Those of the folder that are used, with their bytes; paths inside it. */
  files: z.array(z.object({ name: z.string(), bytes: Count })),
  /** Of the vectors. */
  dimension: Count,
  /** What is longer is read up to here. */
  maxTokens: Count,
  /** How the vectors of a text's tokens become one: their mean, that of the first one, or the model does it itself. */
  pooling: z.enum(['mean', 'cls', 'own']),
  prefixes: ModelPrefixes,
  /** The beginning of the licence file of the folder; null where there is none. */
  licence: z.object({ name: z.string(), text: z.string() }).nullable(),
  /** Of the model's file, hexadecimal. */
  sha256: z.string(),
  /** Passages of this book, and seconds they take, by a few that were read just now. */
  passages: Count,
  seconds: z.number().nonnegative(),
  /** Bytes the program took more with the model in it. */
  memory: Count,
});
export type SentenceModelLook = z.infer<typeof SentenceModelLook>;
