/** Names under which programs that synchronise, and git, leave a second version of a file beside it (B4). */

/** Each leaves of a name without its extension what the file was called before; these marks can mean nothing else. */
const certain: readonly RegExp[] = [
  // Syncthing
  /^(.+)\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]+)?$/u,
  // Dropbox, Nextcloud, Obsidian; in Chinese, also Nutstore
  /^(.+?)\s*[(（][^()（）]*(?:conflicted copy|conflicting copy|case conflict|冲突副本|衝突複本|衝突副本|冲突文件)[^()（）]*[)）]$/iu,
  /^(.+?)\s*[(（](?:conflict|冲突|衝突)[ _][^()（）]*\d{4}-\d{2}-\d{2}[^()（）]*[)）]$/iu,
  /^(.+?)_conflict-[^/]*\d{8}-\d{6}$/u,
  /^(.+?)[-_. ]NSConflict[-_. ].+$/u,
  // git mergetool
  /^(.+?)_(?:BACKUP|BASE|LOCAL|REMOTE)_\d+$/u,
];

/** A writer may mean these: whoever asks must look at the texts. */
const possible: readonly RegExp[] = [
  // OneDrive: the machine's name
  /^(.+?)-(?:(?:DESKTOP|LAPTOP|PC|WIN|MACBOOK|IMAC|SURFACE)[A-Z0-9-]*|[A-Z0-9]*-?(?:PC|MacBook(?:-Pro|-Air)?|iMac))$/iu,
  // iCloud
  /^(.+?) \d$/u,
  // Google Drive, Baidu
  /^(.+?)\s?\(\d\)$/u,
];

const splitName = (path: string): { folder: string; stem: string; extension: string } => {
  const cut = path.lastIndexOf('/') + 1;
  const name = path.slice(cut);
  const dot = name.lastIndexOf('.');
  const end = dot > 0 ? dot : name.length;
  return { folder: path.slice(0, cut), stem: name.slice(0, end), extension: name.slice(end) };
};

const originalBy = (path: string, marks: readonly RegExp[]): string | null => {
  const { folder, stem, extension } = splitName(path);
  for (const mark of marks) {
    const original = mark.exec(stem)?.[1];
    if (original !== undefined) return `${folder}${original}${extension}`;
  }
  return null;
};

/** The file that a path is a conflict copy of, by its name alone; null for all other names. */
export const certainOriginal = (path: string): string | null => originalBy(path, certain);

/** The same for names that a writer may have given too. */
export const possibleOriginal = (path: string): string | null => originalBy(path, possible);

/** For files of our own, whose names nobody else gives: either kind of mark, where the original may be gone. */
export const originalOfCopy = (path: string): string | null =>
  certainOriginal(path) ?? possibleOriginal(path);
