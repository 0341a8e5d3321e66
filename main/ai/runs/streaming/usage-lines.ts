/** What a server says it took may be garbled: no answer is lost for it. */
import { z } from 'zod';

/** Some gateways write their numbers as text. */
const Tokens = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/u)
      .transform(Number),
  ])
  .nullish()
  .catch(null);

/** The fields that the provider library reads; it ends an answer over one that is no number. */
const Usage = z
  .looseObject({
    prompt_tokens: Tokens,
    completion_tokens: Tokens,
    total_tokens: Tokens,
    prompt_tokens_details: z.looseObject({ cached_tokens: Tokens }).nullish().catch(null),
    completion_tokens_details: z
      .looseObject({
        reasoning_tokens: Tokens,
        accepted_prediction_tokens: Tokens,
        rejected_prediction_tokens: Tokens,
      })
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null);

const Chunk = z.looseObject({ usage: Usage });

/** A line of server-sent events as it came, but with a usage of numbers, or none. */
const withSoundUsage = (line: string): string => {
  if (!line.startsWith('data:') || !line.includes('"usage"')) return line;
  let value: unknown;
  try {
    value = JSON.parse(line.slice('data:'.length));
  } catch {
    // Whoever reads the stream says what is wrong with it.
    return line;
  }
  const chunk = Chunk.safeParse(value);
  return chunk.success ? `data: ${JSON.stringify(chunk.data)}` : line;
};

/** Passes server-sent events through; text in, text out, whole lines at a time. */
export const repairUsage = (): TransformStream<string, string> => {
  let rest = '';
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) controller.enqueue(`${lines.map(withSoundUsage).join('\n')}\n`);
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(withSoundUsage(rest));
    },
  });
};
