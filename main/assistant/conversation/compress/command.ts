/** What history keeps of a command. */
import { z } from 'zod';
import type { Json } from '#shared/errors.ts';
import { type Cut, cutLines, cutText, splitLines } from './cut.ts';
import type { CompressFamily } from './family.ts';
import { limits } from './limits.ts';

const Ran = z.object({
  command: z.string(),
  exitCode: z.number().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  contextId: z.string().optional(),
  bytes: z.number().optional(),
});

const printed = (lines: readonly string[], maxLines: number): Cut<string[]> =>
  cutLines(lines, {
    lines: maxLines,
    lineCharacters: limits.shortLineCharacters,
    size: limits.excerptSize,
  });

/** How much a command printed, how it began and how it ended. */
const summary = (stdout: string): Cut<Json> => {
  const lines = splitLines(stdout);
  const isShort = lines.length <= 2 * limits.stdoutLines;
  const head = printed(isShort ? lines : lines.slice(0, limits.stdoutLines), lines.length);
  const tail = printed(isShort ? [] : lines.slice(-limits.stdoutLines), lines.length);
  return {
    value: {
      lines: lines.length,
      characters: stdout.length,
      head: head.value,
      ...(isShort ? {} : { tail: tail.value }),
    },
    cut: !isShort || head.cut || tail.cut,
  };
};

/** Bash (S4-11): exit code, a summary of what it printed, the last lines of its errors, and where all of it lies. */
export const compressCommand: CompressFamily = (data) => {
  const parsed = Ran.safeParse(data);
  if (!parsed.success) return null;
  const { exitCode, contextId, bytes } = parsed.data;
  const command = cutText(parsed.data.command, limits.commandCharacters);
  const stdout = summary(parsed.data.stdout);
  const errors = splitLines(parsed.data.stderr);
  const stderr = printed(errors.slice(-limits.stderrLines), limits.stderrLines);
  return {
    data: {
      command: command.value,
      exitCode,
      stdout: stdout.value,
      stderr: stderr.value,
      stderrLines: errors.length,
      ...(contextId === undefined ? {} : { contextId }),
      ...(bytes === undefined ? {} : { bytes }),
    },
    lost: command.cut || stdout.cut || stderr.cut || errors.length > limits.stderrLines,
  };
};
