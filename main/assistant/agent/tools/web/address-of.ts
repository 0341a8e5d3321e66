/** Resolves a host to an address that may be reached. */
import { isIP } from 'node:net';
import { PageError } from './page-error.ts';

export type Address = { address: string; family: number };

/** Whom a host name means, and which addresses may be reached. */
export type AddressPolicy = {
  resolve(host: string): Promise<readonly Address[]>;
  isAllowed(address: string): boolean;
};

/** The address as the URL parser understood it, which reads decimal, octal and hexadecimal spellings as browsers do. */
export const parsePublicUrl = (text: string): URL => {
  if (!URL.canParse(text)) throw new PageError('URL_INVALID', 'That is not a complete URL.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new PageError('URL_INVALID', 'Only http and https addresses can be read.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new PageError('URL_INVALID', 'A URL with a user name or password is not read.');
  }
  return url;
};

const refused = (): PageError =>
  new PageError(
    'ADDRESS_REFUSED',
    'That address belongs to this machine or a private network and is not read.',
  );

/**
 * The one address to connect to. Every address of the name must be allowed: a name that means a public and a
 * private one is a trick.
 */
export const addressOf = async (url: URL, policy: AddressPolicy): Promise<Address> => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const literal = isIP(host);
  const found = literal === 0 ? await lookUp(host, policy) : [{ address: host, family: literal }];
  const [first] = found;
  if (!first) throw new PageError('HOST_NOT_FOUND', 'The host name is not known.');
  if (found.some(({ address }) => !policy.isAllowed(address))) throw refused();
  return first;
};

const lookUp = async (host: string, policy: AddressPolicy): Promise<readonly Address[]> => {
  try {
    return await policy.resolve(host);
  } catch (error) {
    throw new PageError('HOST_NOT_FOUND', 'The host name is not known.', { cause: error });
  }
};
