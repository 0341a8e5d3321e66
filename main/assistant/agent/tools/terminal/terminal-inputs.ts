/** Inputs and limits of the terminal tools. */
import { z } from 'zod';

export const defaultOutputLimit = 64 * 1024;
export const maxOutputLimit = 1024 * 1024;
export const maxWaitMs = 600_000;
const defaultWaitMs = 30_000;

const Words = z
  .string()
  .max(100_000)
  .refine((text) => !text.includes('\0'), 'must not hold NUL');

export const CreateInput = z.strictObject({
  command: Words.min(1),
  args: z.array(Words).max(200).optional(),
  cwd: Words.max(1000).optional(),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), Words.max(10_000)).optional(),
  output_byte_limit: z.number().int().min(1).max(maxOutputLimit).default(defaultOutputLimit),
});
export type CreateInput = z.infer<typeof CreateInput>;

export const TerminalInput = z.strictObject({ terminalId: z.string().min(1).max(100) });
export type TerminalInput = z.infer<typeof TerminalInput>;

export const WaitInput = TerminalInput.extend({
  timeoutMs: z.number().int().min(0).max(maxWaitMs).default(defaultWaitMs),
});
export type WaitInput = z.infer<typeof WaitInput>;
