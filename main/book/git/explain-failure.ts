/** What the words of a git that failed mean to the writer. */
import { showControls } from '#main/base/text/visible-controls.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';

/** git goes on with the bytes as they lie there, and ends well, where a filter that it is not told to require fails. */
const failedFilter =
  /external filter '.*' (?:failed|is not available)|subprocess '.*' failed|(?:clean|smudge) filter .* failed/u;

export const isFilterFailure = (words: string): boolean => failedFilter.test(words);

const meanings: readonly (readonly [ErrorCode, RegExp])[] = [
  ['GIT_LOCKED', /Unable to create '.*\.lock'|cannot lock ref|could not lock config/u],
  ['DISK_FULL', /No space left on device|disk quota exceeded/iu],
  ['DISK_READ_ONLY', /Read-only file system/u],
  ['GIT_FILTER_FAILED', failedFilter],
  ['GIT_REFUSED', /\[remote rejected\]|hook declined|pre-receive|protected branch/u],
  ['GIT_BEHIND', /\[rejected\]|non-fast-forward/u],
  [
    'GIT_UNAUTHORIZED',
    /could not read (?:Username|Password)|terminal prompts disabled|Authentication failed|Permission denied|Host key verification failed|returned error: 40[13]|access denied/iu,
  ],
  [
    'GIT_UNREACHABLE',
    /Could not resolve|Connection (?:refused|timed out|reset|closed)|unreachable|Failed to connect|Could not connect|unable to access|timed out|early EOF|hung up|does not appear to be a git repository|not found|Could not read from remote/iu,
  ],
];

const shownWords = 1_500;

/** Sign-ins in addresses are nobody's to see. */
const withoutPasswords = (words: string): string =>
  words.replaceAll(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/giu, '$1…@');

export const explainFailure = (words: string): AppError => {
  const code = meanings.find(([, pattern]) => pattern.test(words))?.[0] ?? 'GIT_FAILED';
  const output = showControls(withoutPasswords(words.trim()).slice(-shownWords));
  return new AppError(code, 'git did not do what it was asked for.', { output });
};
