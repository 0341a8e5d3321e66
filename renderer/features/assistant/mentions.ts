/** Chapters mentioned by their file in what the writer said, shown by their titles. */
import { useSession } from '#renderer/app/session.ts';
import { fileWord } from './composer/completion.ts';

const mention = /@(?:"([^"\n]+)"|([\p{L}\p{N}/._-]+))/gu;

type Titled = { path: string; title: string };

/** `@030.md` as `@第三十章 归途` where the file is a chapter's; anything else stays as it is written. */
export function withTitles(text: string, documents: readonly Titled[]): string {
  return text.replace(mention, (written, quoted?: string, bare?: string) => {
    const path = quoted ?? bare ?? '';
    // A full stop behind a mention ends the sentence.
    const end = quoted === undefined ? (/\.+$/u.exec(path)?.[0] ?? '') : '';
    const file = path.slice(0, path.length - end.length);
    const document = documents.find((one) => one.path === file);
    return document === undefined ? written : `@${document.title}${end}`;
  });
}

/** How a chapter is mentioned: by its title, or by its file where the title is not its alone or cannot be quoted. */
export function mentionWord(chapter: Titled, documents: readonly Titled[]): string {
  const { path, title } = chapter;
  const isClear =
    title !== '' &&
    !/["\n]/u.test(title) &&
    documents.every((one) => one.path === path || (one.title !== title && one.path !== title));
  return fileWord(isClear ? title : path);
}

/** `@"第三十章 归途"` as `@030.md`, the form in which chapters are read; anything else stays as it is written. */
export function withPaths(text: string, documents: readonly Titled[]): string {
  return text.replace(mention, (written, quoted?: string, bare?: string) => {
    const name = quoted ?? bare ?? '';
    const end = quoted === undefined ? (/\.+$/u.exec(name)?.[0] ?? '') : '';
    const title = name.slice(0, name.length - end.length);
    if (documents.some((one) => one.path === name || one.path === title)) return written;
    const named = documents.filter((one) => one.title === title);
    const [only] = named;
    return only === undefined || named.length > 1 ? written : `${fileWord(only.path)}${end}`;
  });
}

/** Shows mentions of the open project's chapters by their titles. */
export function useTitles(): (text: string) => string {
  const documents = useSession((session) => session.project?.documents);
  return (text) => (documents === undefined ? text : withTitles(text, documents));
}
