/** Which files speak of which record: its own, and the copies of it that programs which synchronise leave (B4). */
import type { BadRecord, FoundRecord, RecordFolder } from './record-folder.ts';
import { isSameValue } from './record-state.ts';
import type { AgreedFile } from './store.ts';
import { isBirthName } from './write-record.ts';

export type RecordFiles = {
  main: FoundRecord | null;
  copies: FoundRecord[];
  /** Files whose words nobody can read: nothing of the record is sent, and none of them is touched. */
  bad: BadRecord[];
};

export type GroupedFiles = {
  byId: Map<string, RecordFiles>;
  /** Files that are named to the writer and left alone. */
  problems: string[];
};

/** The file that a path is a conflict copy of, by its name. */
export type OriginalOf = (path: string) => string | null;

/** By its name, also where the file it is a copy of is gone. Names that Fabula gives end with the record's mark. */
const isCopy = ({ path, text }: FoundRecord, originalOf: OriginalOf): boolean =>
  originalOf(path) !== null && !isBirthName(path, text.id);

const pickMain = (
  files: readonly FoundRecord[],
  agreedPath: string | undefined,
  originalOf: OriginalOf,
): FoundRecord | null =>
  files.find(({ path }) => path === agreedPath) ??
  files.find((file) => !isCopy(file, originalOf)) ??
  null;

export const groupFiles = (
  { found, bad }: RecordFolder,
  agreed: ReadonlyMap<string, AgreedFile>,
  originalOf: OriginalOf,
): GroupedFiles => {
  const byId = new Map<string, RecordFiles>();
  const problems: string[] = [];
  const filesOf = (id: string): RecordFiles => {
    const known = byId.get(id) ?? { main: null, copies: [], bad: [] };
    byId.set(id, known);
    return known;
  };
  const all = new Map<string, FoundRecord[]>();
  for (const file of found) all.set(file.text.id, [...(all.get(file.text.id) ?? []), file]);
  for (const [id, files] of all) {
    const main = pickMain(files, agreed.get(id)?.path, originalOf);
    filesOf(id).main = main;
    for (const file of files) {
      if (file === main) continue;
      const isSaid = main !== null && isSameValue(file.text.state, main.text.state);
      if (isSaid || isCopy(file, originalOf)) filesOf(id).copies.push(file);
      else problems.push(file.path);
    }
  }
  const idAt = new Map([...agreed].map(([id, { path }]) => [path, id]));
  for (const file of bad) {
    problems.push(file.path);
    const id = file.id ?? idAt.get(originalOf(file.path) ?? '');
    if (id !== undefined) filesOf(id).bad.push(file);
  }
  return { byId, problems };
};
