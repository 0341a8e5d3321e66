import { z } from 'zod';
import type { ConversationMessage } from '#shared/domain/conversation.ts';

/** A tool's answer as history keeps it: JSON with the facts, and the error in full. */
const Observation = z.object({
  status: z.string().optional(),
  data: z.record(z.string(), z.json()).optional(),
  error: z.object({ code: z.string().optional(), message: z.string() }).partial().optional(),
});
export type Observation = z.infer<typeof Observation>;

const nothing: Observation = {};

/** The facts in a result; none when its content was taken out or is no JSON. */
export function observationOf(result: ConversationMessage | null): Observation {
  if (result === null) return nothing;
  try {
    const read = Observation.safeParse(JSON.parse(result.content));
    return read.success ? read.data : nothing;
  } catch {
    return nothing;
  }
}

/** JSON laid out to be read; anything else as it is. */
export function readableJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
