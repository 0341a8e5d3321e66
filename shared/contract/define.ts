import type { z } from 'zod';

/** One call, declared once: the renderer, the hosts and dispatch infer everything else from it. */
export type ChannelDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  readonly input: I;
  readonly output: O;
};

export const defineChannel = <I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
): ChannelDefinition<I, O> => ({ input, output });
