/** A chapter whose file two machines gave another name each while they were apart: which name holds on both (B1). */

/** What a record says of its chapter's file: where it is, and where it was before, on whichever machine. */
export type ToldPath = { path: string; former: readonly string[] };

/**
 * Whether the chapter, whose file is `here` on this machine, was renamed on both: where it is at one of the paths it had
 * before, this machine has only not followed yet. Records that do not tell where it was are no evidence.
 */
export const isRenamedTwice = (here: string, { path, former }: ToldPath): boolean =>
  former.length > 0 && path !== here && !former.includes(here);

/** The same of the two on every machine: neither knows which was first. */
export const pickName = (one: string, other: string): string =>
  one.normalize('NFC') < other.normalize('NFC') ? one : other;
