/** What of a server's address may be a key: all behind its path, who signs in, and parts of the path that look like one. */
import { hiddenValue } from '#shared/domain/mcp-server.ts';

/** Too much is better hidden than too little: what is hidden goes on working. */
const looksLikeKey = (segment: string): boolean =>
  segment.length >= 24 ||
  (segment.length >= 12 && /[a-z]/.test(segment) && /[A-Z]/.test(segment)) ||
  (segment.length >= 8 && /\d/.test(segment));

/** The address as it may be shown; itself when there is nothing to hide. Hidden once more it stays the same. */
export const hideInAddress = (address: string): string => {
  const url = new URL(address);
  const { protocol, username, password, host, pathname, search, hash } = url;
  const path = pathname.split('/').map((part) => (looksLikeKey(part) ? hiddenValue : part));
  const shown = [
    `${protocol}//`,
    username + password === '' ? '' : `${hiddenValue}@`,
    host,
    path.join('/'),
    search === '' ? '' : `?${hiddenValue}`,
    hash === '' ? '' : `#${hiddenValue}`,
  ].join('');
  return shown.includes(hiddenValue) ? shown : address;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `name:password` as HTTP sends it, and the address without it, which is all that may be asked for. */
export const splitSignIn = (address: string): { url: URL; authorization: string | null } => {
  const url = new URL(address);
  if (url.username + url.password === '') return { url, authorization: null };
  const both = `${decoded(url.username)}:${decoded(url.password)}`;
  url.username = '';
  url.password = '';
  return { url, authorization: `Basic ${Buffer.from(both).toString('base64')}` };
};

/** Everything in an address that `hideInAddress` hides, as it stands there and as it is meant. */
export const keysInAddress = (address: string): string[] => {
  const { username, password, pathname, search, hash } = new URL(address);
  const query = search.slice(1).split('&');
  const raw = [
    username,
    password,
    ...pathname.split('/').filter(looksLikeKey),
    search.slice(1),
    ...query.map((pair) => pair.slice(pair.indexOf('=') + 1)),
    hash.slice(1),
  ];
  const { authorization } = splitSignIn(address);
  return [...raw, ...raw.map(decoded), ...(authorization ? [authorization.slice(6)] : [])];
};
