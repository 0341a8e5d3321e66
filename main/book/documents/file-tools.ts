/** How this room writes files, knows copies and joins texts, for rooms that do the same with files of their own. */
import { originalOfCopy } from './conflict-copy.ts';
import { mergeEdits } from './merge.ts';
import { findFreePath } from './move-file.ts';
import { putOwnFile, writeOwnFile } from './replace-file.ts';
import { isChapterPath } from './scan.ts';

export const fileTools = {
  putOwnFile,
  writeOwnFile,
  isChapterPath,
  findFreePath,
  originalOf: originalOfCopy,
  mergeTexts: mergeEdits,
};
