/** Contradictions of the codex and the text: each finding holds two quotes, or there is none (N15). */
import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

/** What rules find. `count`: how many brothers, sisters, children somebody has. */
export const RuleKind = z.enum([
  'eyes',
  'hair',
  'born',
  'kin',
  'dead',
  'side',
  'weekday',
  'distance',
  'count',
]);
export type RuleKind = z.infer<typeof RuleKind>;

/** `other`: what only a model finds, in its own words. */
export const ContradictionKind = z.enum([...RuleKind.options, 'other']);
export type ContradictionKind = z.infer<typeof ContradictionKind>;

/**
 * Where a quote stands: in the chapter, or in the description of the codex entry. Offsets are UTF-16 code units of that text
 * as it is now; `quote` is what stands between them. `isGone`: it does not stand there any more, and the offsets are those
 * of before. `before`, `after`: a few words on either side.
 */
export const ContradictionPlace = z.object({
  source: z.enum(['chapter', 'entry']),
  /** Of the chapter or of the entry. */
  id: Identifier,
  /** Of the entry; empty for a chapter, and where the entry is gone. */
  name: z.string(),
  start: Count,
  end: Count,
  quote: z.string().min(1),
  before: z.string(),
  after: z.string(),
  isGone: z.boolean(),
});
export type ContradictionPlace = z.infer<typeof ContradictionPlace>;

export const Contradiction = z.object({
  findingId: Identifier,
  kind: ContradictionKind,
  by: z.enum(['rule', 'model']),
  /** The codex entry it is about. */
  entityId: Identifier.nullable(),
  /** Its name; empty where there is none. */
  name: z.string(),
  /** In the model's words; empty for a rule's. */
  message: z.string(),
  places: z.tuple([ContradictionPlace, ContradictionPlace]),
  /** `settled`: one of the two places is gone or was written anew. */
  state: z.enum(['open', 'dismissed', 'settled']),
  foundAt: Timestamp,
});
export type Contradiction = z.infer<typeof Contradiction>;
