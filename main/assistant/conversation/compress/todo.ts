/** What history keeps of the list of things to do. */
import { z } from 'zod';
import { cutText } from './cut.ts';
import type { CompressFamily } from './family.ts';
import { limits } from './limits.ts';

const Listed = z.object({ recap: z.string() });

/** TodoWrite (S4-12): the recap; the conversation keeps the list. */
export const compressTodo: CompressFamily = (data) => {
  const parsed = Listed.safeParse(data);
  if (!parsed.success) return null;
  const recap = cutText(parsed.data.recap, limits.recapCharacters);
  return { data: { recap: recap.value }, lost: recap.cut };
};
