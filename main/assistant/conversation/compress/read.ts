/** What history keeps of a page that was read. */
import { z } from 'zod';
import { cutLines, cutText } from './cut.ts';
import type { CompressFamily } from './family.ts';
import { limits } from './limits.ts';

const ReadRange = z.object({
  path: z.string(),
  startLine: z.number(),
  totalLines: z.number(),
  lines: z.array(z.string()),
  mtime: z.json().optional(),
  note: z.string().optional(),
});

/** Read (S4-08): the range's lines with their numbers; `endLine` is the last that was kept. */
export const compressRead: CompressFamily = (data) => {
  const parsed = ReadRange.safeParse(data);
  if (!parsed.success) return null;
  const { startLine, totalLines, mtime } = parsed.data;
  const path = cutText(parsed.data.path, limits.nameCharacters);
  const note = cutText(parsed.data.note ?? '', limits.shortLineCharacters);
  const kept = cutLines(parsed.data.lines, {
    lines: limits.readLines,
    lineCharacters: limits.readLineCharacters,
    size: limits.readSize,
  });
  // A time is short; anything long under its name is not one.
  const hasTime = mtime !== undefined && JSON.stringify(mtime).length <= limits.nameCharacters;
  return {
    data: {
      path: path.value,
      startLine,
      endLine: startLine + kept.value.length - 1,
      totalLines,
      lines: kept.value.map((line, index) => `${startLine + index}: ${line}`),
      ...(hasTime ? { mtime } : {}),
      ...(note.value === '' ? {} : { note: note.value }),
    },
    lost: path.cut || note.cut || kept.cut || (mtime !== undefined && !hasTime),
  };
};
