/** Names of files of a book that are being written and are to take another's place. */
import { nanoid } from 'nanoid';

const suffix = '.fabula-tmp';

/** Hidden, so that no scan takes it for a chapter, and unmistakably ours when a crash leaves one behind. */
export const temporaryName = (): string => `.${nanoid()}${suffix}`;

export const isTemporaryName = (name: string): boolean =>
  name.startsWith('.') && name.endsWith(suffix);
