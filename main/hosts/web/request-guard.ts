import type { IncomingHttpHeaders } from 'node:http';

/** What decides whether a request may go on. */
export type Asked = {
  method: string;
  /** Path and query as they came. */
  url: string;
  headers: IncomingHttpHeaders;
};

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

/** The secret in the query, for the event stream of a page, which can send no headers. */
const queryToken = (url: string): string | null =>
  new URLSearchParams(url.split('?').slice(1).join('?')).get('token');

/**
 * Whether a call or an event stream comes from someone who knows the start token or a session's secret (S3-45). Never by
 * a cookie: browsers send those of one port to every other of the machine.
 */
export const isAuthorised = (asked: Asked, admits: (secret: string) => boolean): boolean => {
  const secret = bearerOf(asked.headers) ?? (asked.method === 'GET' ? queryToken(asked.url) : null);
  return secret !== null && admits(secret);
};
