/** Chapters mentioned by their file in what the writer said, shown by their titles. */
import { useSession } from '#renderer/app/session.ts';

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

/** Shows mentions of the open project's chapters by their titles. */
export function useTitles(): (text: string) => string {
  const documents = useSession((session) => session.project?.documents);
  return (text) => (documents === undefined ? text : withTitles(text, documents));
}
