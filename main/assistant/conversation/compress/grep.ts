/** What history keeps of a search. */
import { z } from 'zod';
import { cutText } from './cut.ts';
import type { CompressFamily } from './family.ts';
import { limits } from './limits.ts';

const Found = z.object({
  pattern: z.string(),
  matches: z.array(z.object({ file: z.string(), line: z.number(), text: z.string() })),
  total: z.number(),
  files: z.number(),
});

/** Grep (S4-07): pattern, totals, and the first matches as `file:line: text`. */
export const compressGrep: CompressFamily = (data) => {
  const parsed = Found.safeParse(data);
  if (!parsed.success) return null;
  const { matches, total, files } = parsed.data;
  const pattern = cutText(parsed.data.pattern, limits.nameCharacters);
  let lost = pattern.cut || matches.length > limits.grepLines;
  const shown = matches.slice(0, limits.grepLines).map(({ file, line, text }) => {
    const name = cutText(file, limits.nameCharacters);
    const words = cutText(text, limits.shortLineCharacters);
    lost ||= name.cut || words.cut;
    return `${name.value}:${line}: ${words.value}`;
  });
  return { data: { pattern: pattern.value, total, files, matches: shown }, lost };
};
