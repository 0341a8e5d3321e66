import type { IncomingMessage } from 'node:http';

/** Bytes a call's input may have. */
export const bodyLimit = 64 * 1024 * 1024;

export type Body = { kind: 'whole'; text: string } | { kind: 'tooLarge' } | { kind: 'gone' };

/**
 * Collects a request's body as UTF-8. Beyond `limit` bytes nothing more is kept: the rest is read and thrown
 * away, and only then refused, since an asker who still writes does not hear the answer; beyond four times the
 * limit the connection is cut.
 */
export const readBody = (request: IncomingMessage, limit: number): Promise<Body> =>
  new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    let refused = false;
    const giveUp = (): void => {
      refused = true;
      chunks = [];
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > 4 * limit) request.destroy();
      else if (bytes > limit) giveUp();
      else if (!refused) chunks.push(chunk);
    });
    request.once('end', () => {
      resolve(
        refused
          ? { kind: 'tooLarge' }
          : { kind: 'whole', text: Buffer.concat(chunks).toString('utf8') },
      );
    });
    // After `end` this changes nothing: a promise settles once.
    request.once('close', () => resolve({ kind: 'gone' }));
    request.once('error', () => resolve({ kind: 'gone' }));
    if (Number(request.headers['content-length'] ?? 0) > limit) giveUp();
  });
