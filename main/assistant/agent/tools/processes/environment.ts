/** The environment that commands are given. */
import { delimiter, isAbsolute } from 'node:path';

/** What a program needs of its surroundings; everything else stays here, above all keys and tokens. */
const kept = [
  ...[
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'SHELL',
    'LANG',
    'LANGUAGE',
    'TZ',
    'TMPDIR',
    'TEMP',
    'TMP',
  ],
  ...['LC_ALL', 'LC_CTYPE', 'LC_MESSAGES', 'LC_COLLATE', 'LC_NUMERIC', 'LC_TIME'],
  ...['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'USERPROFILE', 'USERNAME'],
  ...['APPDATA', 'LOCALAPPDATA', 'ProgramData', 'ProgramFiles', 'ProgramFiles(x86)'],
];

/** For programs that nobody can answer or page through. */
const quiet = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

/** Otherwise git asks repositories within the book for their state, and starts what their settings name. */
const noModules = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'diff.ignoreSubmodules',
  GIT_CONFIG_VALUE_0: 'all',
};

/** Without folders that depend on where a program runs: a book may not bring a `git` of its own. */
const absoluteOnly = (searched: string): string =>
  searched
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .join(delimiter);

/** The environment of a command: a few variables by name, then `own`. */
export const safeEnvironment = (
  environment: Readonly<Record<string, string | undefined>>,
  own: Readonly<Record<string, string>> = {},
): Record<string, string> => {
  const clean: Record<string, string> = { ...quiet, ...noModules };
  for (const name of kept) {
    const value = environment[name];
    if (value !== undefined) clean[name] = name === 'PATH' ? absoluteOnly(value) : value;
  }
  return { ...clean, ...own };
};
