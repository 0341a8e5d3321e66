/** Fetches a page of the public web. */
import { systemCode } from '#main/system-code.ts';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Address, type AddressPolicy, addressOf, parsePublicUrl } from './address-of.ts';
import { PageError } from './page-error.ts';

export type FetchLimits = {
  /** Bytes of a page, unpacked. */
  bytes: number;
  /** Ms for all of it. */
  time: number;
  redirects: number;
};

export const defaultFetchLimits: FetchLimits = {
  bytes: 5 * 1024 * 1024,
  time: 30_000,
  redirects: 5,
};

export type FetchedPage = {
  /** Where the page came from, after redirects. */
  url: string;
  contentType: string;
  body: Buffer;
};

const readable =
  'text/html,application/xhtml+xml,text/plain,text/*;q=0.9,application/json,application/xml;q=0.8';

/** Connects to the address that was checked, whatever the name means a moment later. */
const pinned =
  ({ address, family }: Address): LookupFunction =>
  (_host, options, done) => {
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };

const get = (url: URL, address: Address, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call = request(
      url,
      {
        // Of its own: a connection kept alive from elsewhere would not have been checked.
        agent: false,
        lookup: pinned(address),
        signal,
        headers: {
          accept: readable,
          'accept-encoding': 'gzip, deflate, br',
          'user-agent': 'Mozilla/5.0 (compatible; Fabula)',
        },
      },
      resolve,
    );
    call.on('error', reject);
    call.end();
  });

const unpacked = (response: IncomingMessage): Readable => {
  const broken = (error: Error): void => {
    response.destroy(error);
  };
  const through = (unpack: ReturnType<typeof createGunzip>): Readable => {
    response.once('error', (error) => unpack.destroy(error));
    return response.pipe(unpack).once('error', broken);
  };
  switch ((response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return through(createGunzip());
    case 'deflate':
      return through(createInflate());
    case 'br':
      return through(createBrotliDecompress());
    default:
      return response;
  }
};

const readBody = async (response: IncomingMessage, limit: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of unpacked(response)) {
    const bytes = Buffer.from(part);
    length += bytes.length;
    if (length > limit) {
      response.destroy();
      throw new PageError('PAGE_TOO_LARGE', `The page is larger than ${limit} bytes.`);
    }
    parts.push(bytes);
  }
  return Buffer.concat(parts, length);
};

const isText = (contentType: string): boolean =>
  contentType === '' ||
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|xhtml|javascript|yaml))/i.test(contentType);

const follow = async (
  start: URL,
  policy: AddressPolicy,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<FetchedPage> => {
  let url = start;
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    const response = await get(url, await addressOf(url, policy), signal);
    const { statusCode = 0, headers } = response;
    if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
      response.destroy();
      if (!URL.canParse(headers.location, url)) {
        throw new PageError('URL_INVALID', 'The page leads to an address that is none.');
      }
      url = parsePublicUrl(new URL(headers.location, url).href);
      continue;
    }
    const contentType = headers['content-type'] ?? '';
    if (statusCode < 200 || statusCode > 299 || !isText(contentType)) {
      response.destroy();
      throw statusCode < 200 || statusCode > 299
        ? new PageError('PAGE_STATUS', `The server answered with status ${statusCode}.`)
        : new PageError('PAGE_NOT_TEXT', `That is ${contentType}, which is not read as a text.`);
    }
    return { url: url.href, contentType, body: await readBody(response, limits.bytes) };
  }
  throw new PageError('TOO_MANY_REDIRECTS', `It was redirected ${limits.redirects} times.`);
};

/**
 * Fetches a page of the public web: each address on the way is resolved and checked here and the connection pinned
 * to it. Throws a {@link PageError} for all that can go wrong, or the signal's reason.
 */
export const fetchPage = async (
  address: string,
  policy: AddressPolicy,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<FetchedPage> => {
  const timeout = AbortSignal.timeout(limits.time);
  try {
    return await follow(
      parsePublicUrl(address),
      policy,
      limits,
      AbortSignal.any([signal, timeout]),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PageError) throw error;
    if (timeout.aborted) {
      throw new PageError('PAGE_TIMEOUT', `The page did not come within ${limits.time} ms.`);
    }
    const code = systemCode(error) || 'unknown';
    throw new PageError('PAGE_UNREACHABLE', `The page could not be fetched: ${code}.`, {
      cause: error,
    });
  }
};
