/** Reads the files of the built interface. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import {
  callingPolicy,
  closedPolicy,
  contentSecurityPolicy,
  protectiveHeaders,
  withNonce,
} from './page-headers.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
};

export type FileAnswer = {
  status: 200 | 304 | 404;
  headers: Record<string, string>;
  body: Buffer;
};

export type RendererFiles = {
  /**
   * One file of the built interface; `/` is its page.
   * @param pathname percent-encoded path of the request, without the query
   * @param ifNoneMatch the ETag the asker already has
   */
  answer(pathname: string, ifNoneMatch: string | null): Promise<FileAnswer>;
};

const notFound = (relative: string | null): FileAnswer => ({
  status: 404,
  headers: {
    ...protectiveHeaders,
    'Content-Security-Policy': closedPolicy,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  },
  body: Buffer.from(
    relative === 'index.html' ? 'The interface is not built: npm run build\n' : 'Not found\n',
  ),
});

/** The relative path a request means, or null when it is not one of a plain file below the folder. */
export const plainPath = (pathname: string): string | null => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
  if (!decoded.startsWith('/')) return null;
  if (decoded === '/') return 'index.html';
  const segments = decoded.slice(1).split('/');
  // A colon would be a drive or an alternate stream on Windows; a leading dot covers `..` and hidden files.
  const plain = segments.every((segment) => segment !== '' && !/^\.|[\\:\0]/.test(segment));
  return plain ? segments.join('/') : null;
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(String(error.code));

/** Serves the built interface from a folder, for the web host and for the window's own protocol. */
export const createRendererFiles = (folder: string): RendererFiles => ({
  async answer(pathname, ifNoneMatch) {
    const relative = plainPath(pathname);
    const type = relative === null ? undefined : types[path.posix.extname(relative)];
    if (relative === null || type === undefined) return notFound(relative);
    let body: Buffer;
    try {
      const base = await realpath(folder);
      const file = await realpath(path.join(base, relative));
      // A symbolic link inside the folder must not lead out of it.
      if (!file.startsWith(base + path.sep)) return notFound(relative);
      body = await readFile(file);
    } catch (error) {
      if (isMissing(error)) return notFound(relative);
      throw error;
    }
    return relative.endsWith('.html')
      ? pageAnswer(body, type)
      : assetAnswer(relative, body, type, ifNoneMatch);
  },
});

const pageAnswer = (body: Buffer, type: string): FileAnswer => {
  const nonce = randomBytes(16).toString('base64url');
  return {
    status: 200,
    headers: {
      ...protectiveHeaders,
      'Content-Security-Policy': contentSecurityPolicy(nonce),
      'Content-Type': type,
      'Cache-Control': 'no-store',
    },
    body: Buffer.from(withNonce(body.toString('utf8'), nonce)),
  };
};

/** The one worker of the page that calls this host (`renderer/rpc/post.worker.ts`). */
const callingWorker = /^assets\/post\.worker-[\w-]+\.js$/;

const assetAnswer = (
  relative: string,
  body: Buffer,
  type: string,
  ifNoneMatch: string | null,
): FileAnswer => {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const hashed = /^assets\/.+-[\w-]{8,}\.\w+$/.test(relative);
  const headers = {
    ...protectiveHeaders,
    'Content-Security-Policy': callingWorker.test(relative) ? callingPolicy : closedPolicy,
    'Content-Type': type,
    'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
  };
  return ifNoneMatch === etag
    ? { status: 304, headers, body: Buffer.alloc(0) }
    : { status: 200, headers, body };
};
