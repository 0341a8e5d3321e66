/** Addresses a book can be pushed to. */
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '#shared/errors.ts';

const schemes: ReadonlySet<string> = new Set(['https:', 'http:', 'ssh:', 'git:', 'file:']);

/** `user@host:path`, as ssh knows it; a drive letter is no host. */
const shortForm = /^(?:([\w.-]+)@)?([A-Za-z0-9][\w.-]+):(?!\/\/)([^\s]+)$/u;

const invalid = (reason: 'form' | 'password'): AppError =>
  new AppError('GIT_REMOTE_INVALID', 'That is no address a book can be pushed to.', { reason });

/** As the ledger names it. Throws GIT_REMOTE_INVALID also for what would run a program, be taken for an option, or holds a password. */
export const parseRemote = (address: string, { mayHoldPassword = false } = {}): URL => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these would end a line of git's settings.
  if (address.startsWith('-') || /[\u0000-\u001f\u007f]/u.test(address)) throw invalid('form');
  // `name::address` has git start a program of that name.
  if (/^[^/]*::/u.test(address)) throw invalid('form');
  if (isAbsolute(address)) return pathToFileURL(address);
  const [, user, host, path] = shortForm.exec(address) ?? [];
  const url = host === undefined ? address : `ssh://${user ? `${user}@` : ''}${host}/${path}`;
  if (!URL.canParse(url)) throw invalid('form');
  const parsed = new URL(url);
  if (!schemes.has(parsed.protocol) || parsed.pathname.length < 2) throw invalid('form');
  if (parsed.protocol !== 'file:' && !/^[\w[]/u.test(parsed.hostname)) throw invalid('form');
  if (parsed.password !== '' && !mayHoldPassword) throw invalid('password');
  return parsed;
};

/** An address with nothing in it that opens anything. */
export const maskRemote = (address: string): string =>
  address.replace(/^([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s/@]*@/iu, '$1:…@');
