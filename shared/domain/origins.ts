/** Where the text of a chapter comes from, stretch by stretch (N14). */
import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

/**
 * `typed`: by the writer's hand, or put in by the program at the writer's word (a title, a replacement). `unknown`: nobody
 * saw it come; never called anything else. `model:` and the id of what was accepted.
 */
export const OriginCode = z
  .string()
  .regex(/^(?:typed|pasted|imported|unknown|model:[\w-]{1,100})$/) as z.ZodType<OriginCode>;
export type OriginCode = 'typed' | 'pasted' | 'imported' | 'unknown' | `model:${string}`;

export const OriginKind = z.enum(['typed', 'pasted', 'model', 'imported', 'unknown']);
export type OriginKind = z.infer<typeof OriginKind>;

/** So many UTF-16 units of one origin. */
export const OriginRun = z.tuple([z.number().int().positive(), OriginCode]);
export type OriginRun = z.infer<typeof OriginRun>;

/** One behind the other they are as long as the text. */
export const OriginRuns = z.array(OriginRun);
export type OriginRuns = readonly OriginRun[];

export const kindOfOrigin = (code: OriginCode): OriginKind => {
  switch (code) {
    case 'typed':
    case 'pasted':
    case 'imported':
    case 'unknown':
      return code;
    default:
      return 'model';
  }
};

const modelPrefix = 'model:';

/** What text was accepted from, where it was of a model. */
export const sourceOfCode = (code: OriginCode): string | null =>
  code.startsWith(modelPrefix) ? code.slice(modelPrefix.length) : null;

/** UTF-16 units [start, end) of a text, and whose they are. `writer` is what is `typed` above. */
export const ProvenanceSpan = z.object({
  start: Count,
  end: Count,
  by: z.enum(['writer', 'model', 'paste', 'imported', 'unknown']),
  /** The run that a model's text was accepted from; of the assistant's texts the turn. */
  runId: Identifier.optional(),
});
export type ProvenanceSpan = z.infer<typeof ProvenanceSpan>;

/** What was accepted of a model: kept by itself, so that it outlives the run. */
export const ModelSource = z.object({
  /** The candidate; of text that is known by its code `model:<sourceId>`. */
  sourceId: Identifier,
  /** The run; of the assistant's texts the turn. */
  runId: Identifier,
  /** Null for the assistant's texts. */
  skillId: Identifier.nullable(),
  /** The program outside of the desk that offered it; null for Fabula's own. */
  program: z.string().nullable(),
  /** As its provider calls it; null where that is not known. */
  model: z.string().nullable(),
});
export type ModelSource = z.infer<typeof ModelSource>;

export const AcceptedSource = ModelSource.extend({ acceptedAt: Timestamp });
export type AcceptedSource = z.infer<typeof AcceptedSource>;

/** Characters without white space, by where they come from. */
export const OriginCounts = z.object({
  typed: Count,
  pasted: Count,
  model: Count,
  imported: Count,
  unknown: Count,
});
export type OriginCounts = z.infer<typeof OriginCounts>;
