import { z } from 'zod';
import type { Worded } from './findings.ts';

const longestAnswer = 200;

const Answer = z.object({
  findings: z
    .array(
      z.object({
        constraintId: z.string(),
        quote: z.string().min(1).max(4000),
        message: z.string().trim().min(1).max(2000),
        start: z.number().int().nonnegative().optional(),
      }),
    )
    .max(longestAnswer),
});

/** Where a quote stands: at `start` if it stands there, else at its only place; null when that is not certain. */
const placeOf = (text: string, quote: string, start: number | undefined): number | null => {
  if (start !== undefined && text.startsWith(quote, start)) return start;
  const first = text.indexOf(quote);
  return first >= 0 && text.indexOf(quote, first + 1) < 0 ? first : null;
};

/**
 * What a model found, verified (N4): the answer has the schema, each finding names a constraint it was asked about
 * and quotes what stands in the text at one certain place; anything else is discarded. Null when the answer as a
 * whole is not of the schema.
 */
export const verifyAnswer = (
  answer: unknown,
  text: string,
  asked: ReadonlySet<string>,
): Worded[] | null => {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) return null;
  return parsed.data.findings.flatMap(({ constraintId, quote, message, start }): Worded[] => {
    const place = asked.has(constraintId) ? placeOf(text, quote, start) : null;
    if (place === null) return [];
    return [
      {
        kind: 'other',
        start: place,
        end: place + quote.length,
        constraintId,
        message,
        by: 'model',
      },
    ];
  });
};
