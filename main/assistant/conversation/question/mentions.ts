/** Finds the paths that a question mentions. */
import { unspaced } from '#shared/unspaced.ts';

/** The source's own pattern (S4-23); names of other scripts have one of their own. */
const asciiPath = /@([a-zA-Z0-9/._-]+(?:\.[a-zA-Z0-9]+)?)/y;
const anyPath = /@([\p{L}\p{N}\p{M}/._-]+)/uy;
const quotedPath = /@(?:"([^"\n]+)"|“([^”\n]+)”)/uy;

const letterOrDigit = /[\p{L}\p{N}]/u;
const trailingMarks = /[./_-]+$/;
/** Names are no longer; what runs on is prose without spaces. */
const maxRunLength = 200;

/** A place in a text that may name a file: its possible paths, the likeliest first, and the words that begin there. */
export type Mention = { candidates: string[]; words: string };

/** In scripts without spaces an `@` after a letter begins a path, after any other it is part of an address. */
const isAddress = (before: string): boolean => letterOrDigit.test(before) && !unspaced.test(before);

const endsInExtension = /\.[A-Za-z0-9]{1,8}$/;
const goesOn = /[A-Za-z0-9]/;

/**
 * What a run of letters may name. Chinese goes on after a name without a space (`@第三章.md里的人`): of such a run
 * every beginning that ends in an extension is a candidate, the longest first.
 */
const candidatesOf = (ascii: string | undefined, run: string): string[] => {
  const candidates = new Set([run, run.replace(trailingMarks, '')]);
  const end = run === ascii ? 0 : Math.min(run.length, maxRunLength) - 1;
  for (let length = end; length > 0; length -= 1) {
    const beginning = run.slice(0, length);
    if (goesOn.test(run.charAt(length)) || !endsInExtension.test(beginning)) continue;
    candidates.add(beginning);
  }
  candidates.delete('');
  return [...candidates];
};

const isAscii = /^[ -~]*$/;

/**
 * The longest of known paths that words begin with. Chinese names hold marks that prose has, too
 * (`@第三章：雪（上）.md`), and only a file of that name tells the one from the other.
 */
export const pathAtStart = (words: string, paths: readonly string[]): string | null => {
  const said = words.normalize('NFC');
  const found = paths.filter(
    (path) =>
      !isAscii.test(path) && said.startsWith(path) && !goesOn.test(said.charAt(path.length)),
  );
  return found.reduce<string | null>(
    (longest, path) => (longest !== null && longest.length >= path.length ? longest : path),
    null,
  );
};

/** Mentions of files in what a writer says, in order (S4-23…26). Whether there are such files is for others to say. */
export const findMentions = (text: string): Mention[] => {
  const mentions: Mention[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
    if (isAddress(before)) continue;
    const [quoted, ascii, any] = [quotedPath, asciiPath, anyPath].map((pattern) => {
      pattern.lastIndex = at;
      return pattern.exec(text);
    });
    const inQuotes = quoted?.[1] ?? quoted?.[2];
    if (inQuotes !== undefined) mentions.push({ candidates: [inQuotes.trim()], words: '' });
    else {
      const candidates = any?.[1] === undefined ? [] : candidatesOf(ascii?.[1], any[1]);
      mentions.push({ candidates, words: text.slice(at + 1, at + 1 + maxRunLength) });
    }
  }
  return mentions;
};

/**
 * A path inside the project in its plain form, or null for one that could leave it, or that names what belongs to
 * programs (S4-26).
 */
export const projectPath = (path: string): string | null => {
  const segments = path.normalize('NFC').split('/');
  while (segments[0] === '.') segments.shift();
  const isPlain = segments.every(
    (segment) => segment !== '' && !segment.startsWith('.') && segment !== 'node_modules',
  );
  return segments.length > 0 && isPlain && !/[\\:\0]/.test(path) ? segments.join('/') : null;
};

const maxReminders = 5;

const reminder = (path: string): string =>
  [
    '<system-reminder>',
    `The user mentioned @${path}.`,
    'You MUST read this file with the Read tool before answering.',
    '</system-reminder>',
  ].join('\n');

/** What is appended to the writer's words about the files they mention (S4-24): in order, at most five. */
export const writeReminders = (paths: readonly string[]): string[] => {
  const shown = paths.slice(0, maxReminders).map(reminder);
  const more = paths.length - shown.length;
  return more > 0 ? [...shown, `(and ${more} more…)`] : shown;
};
