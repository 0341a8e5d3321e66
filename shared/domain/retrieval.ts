/** What a search found. */
import { z } from 'zod';
import { PurseExcess } from './purse.ts';
import { Count, Identifier } from './identifiers.ts';

/** What `matched` names where a passage is close in meaning and no word of the question brought it: no word itself. */
export const relatedMark = 'related';

/** A passage of a chapter: `text` is exactly the document's text from `start` to `end` (UTF-16 code units). */
export const SearchHit = z.object({
  chunkId: Identifier,
  documentId: Identifier,
  chapter: Count,
  start: Count,
  end: Count,
  text: z.string(),
  /** Which paragraph of the chapter the passage begins in, from 1. */
  paragraph: Count,
  /** Comparable inside one answer only; greater is better. */
  score: z.number(),
  /** Entity names, words or "related" that brought it here: shown to the writer as the reason. */
  matched: z.array(z.string()),
  /** It holds the very words of the question; absent from what is only similar. */
  exact: z.literal(true).optional(),
  /** How near the writer's own sentence model holds it to the question (cosine); absent where that was not asked. */
  similarity: z.number().optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const IndexStatus = z.object({
  chunks: Count,
  /** Chapters still to be indexed. */
  pending: Count,
  state: z.enum(['idle', 'indexing', 'failed']),
  embedder: z.string(),
  /** Chunks whose vectors of the chosen embedder are ready; less than `chunks` while re-embedding. */
  embedded: Count,
  failure: z.string().nullable(),
  /** By how much the texts of an embedder were over a cap, where that kept them back (N12). */
  refusal: PurseExcess.optional(),
});
export type IndexStatus = z.infer<typeof IndexStatus>;
