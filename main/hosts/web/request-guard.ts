import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What decides whether a request may go on. */
export type Asked = {
  method: string;
  /** Path and query as they came. */
  url: string;
  headers: IncomingHttpHeaders;
};

export type Guard = {
  /** The port this server listens on. */
  port: number;
  /** The secret of this start. */
  token: string;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in a time that tells nothing about where they differ. */
export const sameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

/** Browsers share cookies between all ports of a machine, so the name tells the servers apart. */
export const cookieName = (port: number): string => `fabula_${port}`;

const ownHosts = (port: number): string[] => {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  return port === 80
    ? [...names, ...names.map((name) => `${name}:80`)]
    : names.map((name) => `${name}:${port}`);
};

/** A name other than the loopback's is a stranger's page that had its name point here (DNS rebinding). */
export const isOwnHost = (host: string | undefined, port: number): boolean =>
  host !== undefined && ownHosts(port).includes(host.toLowerCase());

/** True for a request of no page (a script) or of our own page. */
export const isOwnOrigin = (headers: IncomingHttpHeaders): boolean => {
  const { origin, host } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`)
    return false;
  const site = headers['sec-fetch-site'];
  // `same-site` is another port of this machine, `none` an address the person typed.
  return site === undefined || site === 'same-origin' || site === 'none';
};

const bearerOf = (headers: IncomingHttpHeaders): string | null =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;

const cookieOf = (headers: IncomingHttpHeaders, port: number): string | null => {
  const prefix = `${cookieName(port)}=`;
  const found = (headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return found ? found.slice(prefix.length) : null;
};

/** The token in the query, which only the event stream and the first page load may use. */
export const queryToken = (url: string): string | null =>
  new URLSearchParams(url.split('?').slice(1).join('?')).get('token');

/**
 * Where the first page load goes on to once the token is taken out of `url`: everything else of the query stays as it
 * was written. A fragment never reaches a server; browsers carry it over a redirect whose address has none.
 */
export const pageWithoutToken = (url: string): string => {
  const kept = url
    .split('?')
    .slice(1)
    .join('?')
    .split('&')
    .filter((part) => part !== '' && !new URLSearchParams(part).has('token'));
  return kept.length === 0 ? '/' : `/?${kept.join('&')}`;
};

/**
 * Whether a call or an event stream comes from someone who knows the token (S3-45). A browser that shows it as
 * a cookie must also name our own origin on a POST, as browsers always do.
 */
export const isAuthorised = (asked: Asked, guard: Guard): boolean => {
  const bearer = bearerOf(asked.headers);
  if (bearer !== null) return sameSecret(bearer, guard.token);
  if (asked.method === 'GET') {
    const inQuery = queryToken(asked.url);
    if (inQuery !== null) return sameSecret(inQuery, guard.token);
  }
  const cookie = cookieOf(asked.headers, guard.port);
  if (cookie === null || !sameSecret(cookie, guard.token)) return false;
  return asked.method === 'GET' || asked.headers.origin !== undefined;
};
