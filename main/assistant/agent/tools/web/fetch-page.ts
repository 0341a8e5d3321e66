/** Fetches a page of the public web. */
import { AppError } from '#shared/errors.ts';
import type { PageRequest } from '#main/egress/service.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type AddressPolicy, addressOf, parsePublicUrl } from './address-of.ts';
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

const headers = {
  accept: readable,
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Mozilla/5.0 (compatible; Fabula)',
};

/** The way out, and what ends the wait. */
export type PageOpener = {
  open(request: PageRequest): Promise<IncomingMessage>;
  signal: AbortSignal;
};

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
  { open, signal }: PageOpener,
): Promise<FetchedPage> => {
  let url = start;
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    const asked = url;
    const resolve = () => addressOf(asked, policy);
    const response = await open({ url: asked, headers, resolve, signal });
    const { statusCode = 0, headers: told } = response;
    if ([301, 302, 303, 307, 308].includes(statusCode) && told.location !== undefined) {
      response.destroy();
      if (!URL.canParse(told.location, url)) {
        throw new PageError('URL_INVALID', 'The page leads to an address that is none.');
      }
      url = parsePublicUrl(new URL(told.location, url).href);
      continue;
    }
    const contentType = told['content-type'] ?? '';
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
 * to it. Throws a {@link PageError} for all that can go wrong, the signal's reason, or what keeps
 * a request from being recorded (DISK_FULL).
 */
export const fetchPage = async (
  address: string,
  policy: AddressPolicy,
  limits: FetchLimits,
  { open, signal }: PageOpener,
): Promise<FetchedPage> => {
  const timeout = AbortSignal.timeout(limits.time);
  try {
    return await follow(parsePublicUrl(address), policy, limits, {
      open,
      signal: AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PageError || error instanceof AppError) throw error;
    if (timeout.aborted) {
      throw new PageError('PAGE_TIMEOUT', `The page did not come within ${limits.time} ms.`);
    }
    const code = systemCode(error) || 'unknown';
    throw new PageError('PAGE_UNREACHABLE', `The page could not be fetched: ${code}.`, {
      cause: error,
    });
  }
};
