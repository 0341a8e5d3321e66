/** A sentence model of the writer's own, as the program finds it in a folder (E5). */
import { z } from 'zod';
import { isOwnMachine } from '../own-machine.ts';
import { Count } from './identifiers.ts';

/** UTF-16 units. */
export const longestPrefix = 500;

/** What some models want before a question and before a passage ("query: ", "passage: "). */
export const ModelPrefixes = z.object({
  question: z.string().max(longestPrefix),
  passage: z.string().max(longestPrefix),
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

/** Where models are published: Hugging Face, or a mirror of it; over a safe connection, or on this very machine. */
export const ModelSite = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .refine((site) => site.startsWith('https:') || isOwnMachine(site));

/** As the site names it: `owner/name`. */
export const PublishedModelName = z
  .string()
  .max(200)
  .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)?$/u);

/** A commit of the site. */
export const ModelRevision = z.string().regex(/^[0-9a-f]{40}$/u);

/** What the bytes of a file must come to, hexadecimal: their SHA-256, or the SHA-1 by which git names them. */
export const FileCheck = z.object({ kind: z.enum(['sha256', 'gitBlob']), hex: z.string() });
export type FileCheck = z.infer<typeof FileCheck>;

/** What a site offers of a model, before anything of it is downloaded (E5). */
export const SentenceModelOffer = z.object({
  revision: ModelRevision,
  /** The model's own first, with their bytes. */
  files: z.array(z.object({ name: z.string(), bytes: Count })),
  /** As the site names it; null where it names none. */
  licence: z.string().nullable(),
  /** What the model's file must come to. */
  check: FileCheck,
  /** Where it is on this machine already; null where it is not. */
  folder: z.string().nullable(),
});
export type SentenceModelOffer = z.infer<typeof SentenceModelOffer>;

/** A model that was downloaded to this machine, or the part of one whose download broke off (E5). */
export const StoredModel = z.object({
  /** The name of its folder among the downloaded models. */
  id: z
    .string()
    .max(300)
    .regex(/^[\w-][\w.-]*$/u),
  /** As the site named it. */
  name: z.string(),
  folder: z.string(),
  bytes: Count,
  isWhole: z.boolean(),
  /** `chosen`: the settings name it; `coming`: it is being downloaded. */
  use: z.enum(['chosen', 'coming']).nullable(),
});
export type StoredModel = z.infer<typeof StoredModel>;
