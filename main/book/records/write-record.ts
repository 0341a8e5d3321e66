/** Puts records into the folder and takes them out of it. */
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodeOf, isMissing } from '#main/base/failures/system-code.ts';
import { fileNameFor } from '#shared/domain/file-name.ts';
import type { KindSpec } from './kinds.ts';
import type { Stamp } from './record-folder.ts';
import { type Fields, isSameValue, type RecordState } from './record-state.ts';
import { type Former, formatRecord, type Hints } from './record-text.ts';

/** What the documents room has for the program's own files. */
export type FileTools = {
  /** Over nothing but what has the stamp `over`; null when something else lies there by now. */
  putOwnFile(
    root: string,
    file: { path: string; bytes: Buffer; over: Stamp | null; isDurable: boolean },
  ): Promise<Stamp | null>;
  /** The path itself, or one beside it that is free; both relative to `root`. */
  findFreePath(root: string, path: string): Promise<string>;
};

const idLength = 6;
const bin = '.fabula/trash';

/** A name is given once: what a record is called later changes its text alone. */
export const birthName = (spec: KindSpec, id: string, fields: Fields): string => {
  const name = spec.nameOf(fields);
  if (name === null) return `${id}${spec.extension}`;
  const stem = fileNameFor(name);
  const mark = id.slice(0, idLength);
  return `${stem === null ? id : `${stem}-${mark}`}${spec.extension}`;
};

/** Whether a path ends as every name does that {@link birthName} gives this record. */
export const isBirthName = (path: string, id: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const stem = name.slice(0, name.lastIndexOf('.'));
  return stem === id || stem.endsWith(`-${id.slice(0, idLength)}`);
};

/** Never the book's folder itself: where that is gone, nothing is to appear in its place. */
const makeFolders = async (root: string, folder: string): Promise<void> => {
  const names = folder.split('/');
  for (let depth = 1; depth <= names.length; depth += 1) {
    try {
      await mkdir(join(root, ...names.slice(0, depth)));
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    }
  }
};

type RecordToWrite = {
  spec: KindSpec;
  id: string;
  path: string;
  state: RecordState;
  hints: (Hints & { former?: Former }) | null;
  /** What lies there now; null for nothing. */
  over: Stamp | null;
};

/** Null when another program put something there meanwhile. Throws the file system's error. */
export const writeRecord = async (
  tools: FileTools,
  root: string,
  { spec, id, path, state, hints, over }: RecordToWrite,
): Promise<Stamp | null> => {
  const bytes = Buffer.from(formatRecord(spec, id, state, hints));
  // There may be thousands in which nobody decided anything.
  const isDurable = !isSameValue(state.fields, spec.empty);
  const put = (): Promise<Stamp | null> => tools.putOwnFile(root, { path, bytes, over, isDurable });
  try {
    return await put();
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolders(root, dirname(path));
    return put();
  }
};

export const removeRecord = (root: string, path: string): Promise<void> =>
  rm(join(root, path), { force: true });

/** Into the bin of the book: what a copy said is merged, and nothing of it is lost. */
export const binCopy = async (tools: FileTools, root: string, path: string): Promise<void> => {
  await makeFolders(root, bin);
  const name = path.slice(path.lastIndexOf('/') + 1);
  await rename(join(root, path), join(root, await tools.findFreePath(root, `${bin}/${name}`)));
};
