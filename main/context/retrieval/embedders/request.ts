import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Fetch } from '#main/egress/service.ts';
import { unitLength } from '../vector/encode.ts';

/** A model that is being loaded may take its time; one that never answers must not hold the index. */
const timeoutMs = 60_000;

const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError('EMBEDDER_UNAVAILABLE', message, undefined, { cause });

/** Where texts are sent, and the way out. */
export type EndpointAddress = { url: string; key: string | null; send: Fetch };

/**
 * Posts JSON and reads JSON. EMBEDDER_UNAVAILABLE for a refused connection, a status other than 2xx, an answer of
 * another shape, a redirect, which is not followed, and none within a minute. Messages hold no text that was sent.
 */
export const post = async <T>(
  { url, key, send }: EndpointAddress,
  body: unknown,
  shape: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> => {
  let answer: unknown;
  try {
    const response = await send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    // The key and the texts are for this address alone.
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw unavailable('The embedder sends requests on to another address.');
    }
    if (!response.ok) throw unavailable(`The embedder answered with status ${response.status}.`);
    answer = await response.json();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unavailable('The embedder does not answer.', error);
  }
  const parsed = shape.safeParse(answer);
  if (!parsed.success) throw unavailable('The embedder answered something else than vectors.');
  return parsed.data;
};

/** As many vectors as texts, all of one length and none empty. */
export const checked = (vectors: readonly Float32Array[], texts: number): Float32Array[] => {
  const dimension = vectors[0]?.length ?? 0;
  if (vectors.length !== texts || dimension === 0 || dimension > 4096) {
    throw unavailable('The embedder answered a wrong number of vectors.');
  }
  if (vectors.some((vector) => vector.length !== dimension || !vector.every(Number.isFinite))) {
    throw unavailable('The embedder answered vectors of different lengths.');
  }
  return vectors.map((vector) => unitLength(vector));
};

export const join = (baseUrl: string, path: string): string => baseUrl.replace(/\/+$/, '') + path;
