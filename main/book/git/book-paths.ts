/** Which files of a folder are the book, and which of them are records. */

export type PathKind =
  /** A text with conflicts that a person decides. */
  | 'chapter'
  /** A file whose fields are merged by the records room. */
  | 'record'
  /** What the writer tells the AI to keep to: kept, and merged by nobody but git. */
  | 'instructions'
  /** The program's own on this machine: never kept, never written. */
  | 'private'
  /** The writer's own business. */
  | 'other';

export type KindOfPath = (path: string) => PathKind;

/** Says which book a folder holds. Kept with the rest, and no other version of it is put in its place. */
export const bookFile = '.fabula/project.json';

const privateNames = /^(?:lock|trash\/|kept\/|\.|.*\.fabula-tmp$)/u;
const instructions = /^code_law\.md$/iu;

/** @param isChapterPath by its name alone; records lie in `recordFolders` under such names too */
export const createKindOfPath =
  (isChapterPath: (path: string) => boolean, recordFolders: ReadonlySet<string>): KindOfPath =>
  (path) => {
    const [top = '', ...rest] = path.split('/');
    if (top === '.fabula') return privateNames.test(rest.join('/')) ? 'private' : 'record';
    if (instructions.test(path)) return 'instructions';
    // Where a name is no valid text, what stands for it names another file.
    if (!isChapterPath(path) || path.includes('\ufffd')) return 'other';
    return recordFolders.has(top) ? 'record' : 'chapter';
  };

export const isOfBook = (kind: PathKind): boolean =>
  kind === 'chapter' || kind === 'record' || kind === 'instructions';
