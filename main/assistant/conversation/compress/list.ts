/** What history keeps of listings. */
import { z } from 'zod';
import { cutLines, cutText } from './cut.ts';
import type { CompressFamily } from './family.ts';
import { limits } from './limits.ts';

const Listing = z.object({
  path: z.string(),
  entries: z.array(z.object({ name: z.string(), type: z.enum(['file', 'directory']) })),
  files: z.number(),
  directories: z.number(),
});

const nameLines = {
  lines: limits.entries,
  lineCharacters: limits.nameCharacters,
  size: limits.excerptSize,
};

/** LS (S4-05): the directory, its totals and the first entries; a directory's name ends with `/`. */
export const compressListing: CompressFamily = (data) => {
  const parsed = Listing.safeParse(data);
  if (!parsed.success) return null;
  const { files, directories, entries } = parsed.data;
  const path = cutText(parsed.data.path, limits.nameCharacters);
  const names = cutLines(
    entries.map(({ name, type }) => (type === 'directory' ? `${name}/` : name)),
    nameLines,
  );
  return {
    data: { path: path.value, files, directories, entries: names.value },
    lost: path.cut || names.cut,
  };
};

const Matches = z.object({
  pattern: z.string(),
  matches: z.array(z.string()),
  total: z.number(),
});

/** Glob (S4-06): the pattern, how many paths it met and the first of them. */
export const compressGlob: CompressFamily = (data) => {
  const parsed = Matches.safeParse(data);
  if (!parsed.success) return null;
  const pattern = cutText(parsed.data.pattern, limits.nameCharacters);
  const matches = cutLines(parsed.data.matches, nameLines);
  return {
    data: { pattern: pattern.value, total: parsed.data.total, matches: matches.value },
    lost: pattern.cut || matches.cut,
  };
};
