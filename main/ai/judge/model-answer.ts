/** Verifies what a model found: schema, constraint and quote. */
import { z } from 'zod';
import type { Worded } from './findings.ts';

const maxAnswerLength = 200;

const Answer = z.object({
  /** Ids of the constraints it says it has judged by. */
  checked: z.array(z.string()).max(5000).default([]),
  findings: z
    .array(
      z.object({
        constraintId: z.string(),
        quote: z.string().min(1).max(4000),
        message: z.string().trim().min(1).max(2000),
        start: z.number().int().nonnegative().optional(),
      }),
    )
    .max(maxAnswerLength),
});

/** Where a quote stands: at `start` if it stands there, else at its only place; null when that is not certain. */
const placeOf = (text: string, quote: string, start: number | undefined): number | null => {
  if (start !== undefined && text.startsWith(quote, start)) return start;
  const first = text.indexOf(quote);
  return first >= 0 && text.indexOf(quote, first + 1) < 0 ? first : null;
};

export type ModelVerdict = {
  complaints: Worded[];
  /** Constraints the model says it judged by, and all whose breach it proved. */
  judged: Set<string>;
  /** Constraints it said were broken, of words that do not stand in the text at one certain place. */
  unproven: Set<string>;
};

/**
 * What a model found, verified (N4): the answer has the schema, each finding names a constraint it was asked about
 * and quotes what stands in the text at one certain place; anything else is discarded, and a constraint with such a
 * finding counts as undecided. Null when the answer as a whole is not of the schema.
 */
export const verifyAnswer = (
  answer: unknown,
  text: string,
  asked: ReadonlySet<string>,
): ModelVerdict | null => {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) return null;
  const unproven = new Set<string>();
  const complaints = parsed.data.findings.flatMap(({ constraintId, ...found }): Worded[] => {
    if (!asked.has(constraintId)) return [];
    const start = placeOf(text, found.quote, found.start);
    if (start === null) {
      unproven.add(constraintId);
      return [];
    }
    const end = start + found.quote.length;
    return [{ kind: 'other', start, end, constraintId, message: found.message, by: 'model' }];
  });
  const proven = complaints.map(({ constraintId }) => constraintId ?? '');
  const judged = new Set([...parsed.data.checked.filter((id) => asked.has(id)), ...proven]);
  return {
    complaints,
    judged,
    unproven: new Set([...unproven].filter((id) => !proven.includes(id))),
  };
};
