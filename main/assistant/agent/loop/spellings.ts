/** Accepts other programs' names of tool inputs. */
import type { Json } from '#shared/errors.ts';

/** Names that models trained on other tools write, and ours. */
const spellings: readonly (readonly [theirs: string, ours: string])[] = [
  ['file_path', 'path'],
  ['filePath', 'path'],
  ['start_line', 'offset'],
  ['outputByteLimit', 'output_byte_limit'],
];

/** The input with our names where a known other one stands and ours is missing; everything else as it is. */
export const applyOwnSpelling = (input: Json, known: ReadonlySet<string>): Json => {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input;
  const renamed = { ...input };
  for (const [theirs, ours] of spellings) {
    const isMeant = known.has(ours) && !known.has(theirs) && renamed[ours] === undefined;
    if (!isMeant || renamed[theirs] === undefined) continue;
    renamed[ours] = renamed[theirs];
    delete renamed[theirs];
  }
  return renamed;
};
