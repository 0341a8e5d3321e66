import { holdsWords } from '#renderer/i18n/fold-text.ts';

/** A word being typed that can be completed: `@` names a file, `/` at the very beginning a command. */
export type Wanted = {
  sign: '@' | '/';
  /** What stands behind the sign, without a quotation mark. */
  query: string;
  /** Where the sign stands. */
  from: number;
};

const filePattern = /@(?:"([^"\n]*)|([^\s@"“”]*))$/u;
const commandPattern = /^\/([^\s/]*)$/u;

/** What could be completed at the caret; null when nothing could. */
export function wantedAt(text: string, caret: number): Wanted | null {
  const before = text.slice(0, caret);
  const command = commandPattern.exec(before);
  if (command !== null) return { sign: '/', query: command[1] ?? '', from: 0 };
  const file = filePattern.exec(before);
  if (file === null) return null;
  // As in an address: name@host.
  if (/[A-Za-z0-9]/.test(before[file.index - 1] ?? '')) return null;
  return { sign: '@', query: file[1] ?? file[2] ?? '', from: file.index };
}

export type FileChoice = { path: string; title: string };

/** Those that hold the words in their title or path; what begins with them first. */
export function matchingFiles<T extends FileChoice>(
  files: readonly T[],
  query: string,
  max: number,
): T[] {
  const begins = ({ path, title }: T) =>
    title.startsWith(query) || path.split('/').some((part) => part.startsWith(query));
  const found = files.filter(({ path, title }) => holdsWords(`${title} ${path}`, query));
  return [...found.filter(begins), ...found.filter((file) => !begins(file))].slice(0, max);
}

/** A path or a title as it is written behind `@`; a full stop at its end would end the sentence. */
export const fileWord = (path: string): string =>
  /^[\p{L}\p{N}/._-]*[\p{L}\p{N}_-]$/u.test(path) ? `@${path}` : `@"${path}"`;

export type Completed = { text: string; caret: number };

/** The text with the word at the caret completed, and a space behind it. */
export function complete(text: string, caret: number, wanted: Wanted, word: string): Completed {
  const before = text.slice(0, wanted.from);
  const rest = text.slice(caret).replace(/^"/, '');
  // Behind a letter or a digit, Han too, an `@` would be none.
  const gap = wanted.sign === '@' && /[\p{L}\p{N}]$/u.test(before) ? ' ' : '';
  const head = `${before}${gap}${word}`;
  const tail = rest.startsWith(' ') ? rest : ` ${rest}`;
  return { text: head + tail, caret: head.length + 1 };
}
