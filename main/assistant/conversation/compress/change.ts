/** What history keeps of edits and writes. */
import { z } from 'zod';
import { cutLines, cutText } from './cut.ts';
import type { CompressFamily } from './family.ts';
import { limits } from './limits.ts';

const Edited = z.object({
  path: z.string(),
  candidateId: z.string().optional(),
  ranges: z.array(z.object({ startLine: z.number(), endLine: z.number() })),
  before: z.array(z.string()),
  after: z.array(z.string()),
});

const excerpt = (lines: readonly string[], maxLines: number): ReturnType<typeof cutLines> =>
  cutLines(lines, {
    lines: maxLines,
    lineCharacters: limits.excerptLineCharacters,
    size: limits.excerptSize,
  });

/** Edit and MultiEdit (S4-09): the file, the ranges, and at most 50 lines of what was and what comes. */
export const compressEdit: CompressFamily = (data) => {
  const parsed = Edited.safeParse(data);
  if (!parsed.success) return null;
  const { candidateId, ranges } = parsed.data;
  const path = cutText(parsed.data.path, limits.nameCharacters);
  const before = excerpt(
    parsed.data.before,
    Math.max(limits.minExcerptLines, limits.excerptLines - parsed.data.after.length),
  );
  const after = excerpt(parsed.data.after, limits.excerptLines - before.value.length);
  return {
    data: {
      path: path.value,
      ...(candidateId === undefined ? {} : { candidateId }),
      ranges: ranges.slice(0, limits.ranges),
      before: before.value,
      after: after.value,
    },
    lost: path.cut || before.cut || after.cut || ranges.length > limits.ranges,
  };
};

const Written = z.object({
  path: z.string(),
  action: z.enum(['created', 'overwritten']),
  candidateId: z.string().optional(),
  lines: z.number(),
  head: z.array(z.string()),
});

/** Write (S4-10): the file, whether it is new, how many lines it has and the first of them. */
export const compressWrite: CompressFamily = (data) => {
  const parsed = Written.safeParse(data);
  if (!parsed.success) return null;
  const { action, candidateId, lines } = parsed.data;
  const path = cutText(parsed.data.path, limits.nameCharacters);
  const head = excerpt(parsed.data.head, limits.excerptLines);
  return {
    data: {
      path: path.value,
      action,
      ...(candidateId === undefined ? {} : { candidateId }),
      lines,
      head: head.value,
    },
    lost: path.cut || head.cut || lines > head.value.length,
  };
};
