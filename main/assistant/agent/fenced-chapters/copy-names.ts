/** Names that editors, backups and programs that merge give to a copy of a chapter. */
import { foldName } from '#shared/domain/file-name.ts';

/** What such names put behind the chapter's own: `~`, ` (2)`, ` - 副本`, `_backup`, `.orig`. */
const marks =
  /^(?:[\s._~#()（）-]|\d{1,14}|copy|副本|拷贝|拷貝|备份|備份|旧稿|backup|bak|bck|old|original|orig|saved?|swp|swo|tmp|temp|rej|mine|theirs|base|local|remote|conflict(?:ed)?|冲突|衝突|v(?=\d))*$/u;
/** And before it: `#`, `~$`, `Copy of `. */
const leading = /^(?:[\s#~$._-]|copy of |副本|备份|備份)+/u;
const wordUnit = /[a-z0-9]/u;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const withoutExtension = (name: string): string => name.replace(/(?<=.)\.[^.\s]{1,9}$/u, '');

/** `02.md` in `02.md.orig`, not in `102.md.orig`. */
const holdsName = (name: string, chapter: string): boolean => {
  const at = name.indexOf(chapter);
  if (at === -1) return false;
  return !wordUnit.test(name[at - 1] ?? '') && !wordUnit.test(name[at + chapter.length] ?? '');
};

type ChapterName = { name: string; folder: string; stem: string };

const isCopyOf = (file: { name: string; folder: string }, chapter: ChapterName): boolean => {
  if (holdsName(file.name, chapter.name)) return true;
  if (file.folder !== chapter.folder) return false;
  const begun = [file.name, file.name.replace(leading, '')];
  const found = begun.find((name) => name.startsWith(chapter.stem));
  if (found === undefined) return false;
  const rest = found.slice(chapter.stem.length);
  return marks.test(rest) || marks.test(withoutExtension(rest)) || /^\.[^.\s]{1,9}$/u.test(rest);
};

/**
 * Tells of a file's path whether it is named like a copy of one of these chapters: a whole name with something around it in
 * any folder, or in the chapter's own the name without its extension and nothing but marks of copies.
 */
export const createCopyNameTest = (
  chapterPaths: readonly string[],
): ((path: string) => boolean) => {
  const chapters = chapterPaths.map(foldName).map((path) => ({
    name: nameOf(path),
    folder: folderOf(path),
    stem: withoutExtension(nameOf(path)),
  }));
  return (given) => {
    const path = foldName(given);
    const file = { name: nameOf(path), folder: folderOf(path) };
    return chapters.some((chapter) => isCopyOf(file, chapter));
  };
};
