/** Reads the project's own instructions (`CODE_LAW.md`). */
import { systemCode } from '#main/base/failures/system-code.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '#main/base/files/regular-file.ts';
import { holdsMergeMarks } from '#main/base/text/merge-marks.ts';
import type { DecodeText } from '#main/book/documents/service.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import { AppError } from '#shared/errors.ts';

const instructionsName = /^code_law\.md$/i;
/** Bytes. The same as a chapter may have. */
const maxFileBytes = 10 * 1024 * 1024;
/** UTF-16 code units shown; what comes after is read from the file. */
const maxInstructionsLength = 32_000;

/** As much of the instructions as a prompt holds, in whole lines where it can; what is left out is said. */
export const shortenInstructions = (
  fileName: string,
  text: string,
  maxLength = maxInstructionsLength,
): string => {
  if (text.length <= maxLength) return text;
  const lineEnd = text.lastIndexOf('\n', maxLength);
  const half = /[\uD800-\uDBFF]$/.test(text.slice(0, maxLength)) ? 1 : 0;
  const shown = text.slice(0, lineEnd > 0 ? lineEnd : maxLength - half);
  const lines = shown.split('\n').length;
  const rest = lineEnd > 0 ? `after line ${lines}` : `within line ${lines}`;
  return `${shown}\n\n[${fileName} is longer than is shown here: it goes on ${rest}. Use Read tool on ${fileName} to view the rest.]`;
};

type Instructions = { name: string; text: string };

/** Rules that nobody can read may forbid what is asked: nothing is asked then. */
const unreadable = (file: string, cause: string): AppError =>
  new AppError('INSTRUCTIONS_UNREADABLE', 'The law of the project cannot be read.', {
    ...{ file, cause },
  });

/** The entry of that name; null for none. INSTRUCTIONS_UNREADABLE for several. */
const findName = async (root: string): Promise<string | null> => {
  const names = (await readdir(root)).filter((name) => instructionsName.test(name)).sort();
  const [name, second] = names;
  if (second !== undefined) throw unreadable(names.join(', '), 'SEVERAL');
  return name ?? null;
};

/** Null for none. PROJECT_FOLDER_MISSING, and INSTRUCTIONS_UNREADABLE for a link, a folder and what is no text. */
const findInstructions = async (
  root: string,
  decodeText: DecodeText,
): Promise<Instructions | null> => {
  let name: string | null = null;
  try {
    name = await findName(root);
    if (name === null) return null;
    const text = decodeText(await readRegularFile(join(root, name), maxFileBytes))?.trimEnd();
    if (text === undefined) throw unreadable(name, 'NOT_A_TEXT');
    return text.trim() ? { name, text } : null;
  } catch (error) {
    const cause = error instanceof AppError ? '' : systemCode(error);
    if (cause === '') throw error;
    if (cause !== 'ENOENT') throw unreadable(name ?? 'CODE_LAW.md', cause);
    // Taken away between the two looks.
    if (name !== null) return null;
    throw new AppError('PROJECT_FOLDER_MISSING', 'The folder is not there.', { path: root });
  }
};

/**
 * `CODE_LAW.md` of the project's folder, in any letter case, read anew each time (S4-02, S4-28), without the
 * paragraphs that a fence keeps back; '' when there is none. It is decoded as chapters are. INSTRUCTIONS_UNMERGED where
 * git left two versions of a passage in it, INSTRUCTIONS_UNREADABLE where it cannot be read: nobody can say which rules
 * hold, so nothing is asked.
 */
export const readProjectInstructions = async (
  root: string,
  view: Pick<FenceView, 'redact'>,
  decodeText: DecodeText,
): Promise<string> => {
  const found = await findInstructions(root, decodeText);
  if (found === null) return '';
  const { name, text } = found;
  if (holdsMergeMarks(text.replaceAll('\r\n', '\n'))) {
    const details = { file: name };
    throw new AppError('INSTRUCTIONS_UNMERGED', 'The law of the project is two versions.', details);
  }
  return shortenInstructions(name, view.redact(text).text);
};
