/** What was about to happen when a version of a chapter was kept, as far as it is known (W8). */
import { z } from 'zod';
import { Count, Timestamp } from './identifiers.ts';

export const SnapshotCause = z.discriminatedUnion('kind', [
  /** A model's text was accepted: `accepted` of its `of` parts. Null skill: the assistant's. */
  z.object({
    kind: z.literal('candidate'),
    skillId: z.string().nullable(),
    instruction: z.string(),
    accepted: Count,
    of: Count,
  }),
  /** Words were replaced in the whole book; `from` is null where several became something else. */
  z.object({
    kind: z.literal('replace'),
    from: z.string().nullable(),
    to: z.string().nullable(),
    places: Count,
  }),
  /** An earlier version came back, whole or a passage of it. */
  z.object({
    kind: z.literal('restore'),
    createdAt: Timestamp,
    name: z.string().nullable(),
    isPassage: z.boolean(),
  }),
  /** The text came from a file; `isBeforeChanges` for the one without its tracked changes. */
  z.object({ kind: z.literal('import'), file: z.string(), isBeforeChanges: z.boolean() }),
]);
export type SnapshotCause = z.infer<typeof SnapshotCause>;
