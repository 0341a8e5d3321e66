/** Writes content of any size in constant memory. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '#shared/errors.ts';
import { createRedactor } from './redact-stream.ts';

/** What a file may be made of. Streams are read once, at the pace the disk takes them. */
export type ContextContent = string | Uint8Array | AsyncIterable<string | Uint8Array>;

const sliceLength = 256 * 1024;
/** Written at once: in smaller or uneven pieces a system keeps the file in pieces that map far more slowly. */
const writeBytes = 1024 * 1024;
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** UTF-8 of a text in slices that split no surrogate pair, with the half pair that may be left at the end. */
function* encode(text: string): Generator<Buffer, string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + sliceLength);
    if (isHigh(text.charCodeAt(end - 1))) end -= 1;
    if (end === start) return text.slice(start);
    yield Buffer.from(text.slice(start, end), 'utf8');
    start = end;
  }
  return '';
}

/** Any content as bytes, a bounded piece at a time. */
export async function* bytesOf(content: ContextContent): AsyncGenerator<Buffer> {
  let half = '';
  const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
  for await (const piece of pieces) {
    if (typeof piece === 'string') {
      half = yield* encode(half + piece);
      continue;
    }
    if (half !== '') yield Buffer.from(half, 'utf8');
    half = '';
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let start = 0; start < bytes.length; start += sliceLength) {
      yield bytes.subarray(start, start + sliceLength);
    }
  }
  if (half !== '') yield Buffer.from(half, 'utf8');
}

export type WrittenContent = { bytes: number; sha256: string; redacted: number };

/**
 * Writes content of any size in constant memory. Throws CONTEXT_FILE_QUOTA once it passes `room` bytes, and the file
 * system's errors.
 */
export const writeContent = async (
  handle: FileHandle,
  content: ContextContent,
  options: { redactSecrets: boolean; room: number },
): Promise<WrittenContent> => {
  const hash = createHash('sha256');
  const redactor = options.redactSecrets ? createRedactor() : null;
  let bytes = 0;
  let waiting: Buffer[] = [];
  let length = 0;
  const flush = async (minBytes: number): Promise<void> => {
    if (length < minBytes) return;
    const all = Buffer.concat(waiting, length);
    const end = minBytes === 1 ? length : length - (length % writeBytes);
    for (let start = 0; start < end; ) {
      start += (await handle.write(all, start, end - start)).bytesWritten;
    }
    waiting = [all.subarray(end)];
    length -= end;
  };
  const write = async (piece: Buffer): Promise<void> => {
    if (piece.length === 0) return;
    bytes += piece.length;
    if (bytes > options.room) {
      throw new AppError('CONTEXT_FILE_QUOTA', 'The context files have used up their space.', {
        room: Math.max(0, options.room),
      });
    }
    hash.update(piece);
    waiting.push(piece);
    length += piece.length;
    await flush(writeBytes);
  };
  for await (const piece of bytesOf(content)) await write(redactor ? redactor.push(piece) : piece);
  if (redactor) await write(redactor.end());
  await flush(1);
  return { bytes, sha256: hash.digest('hex'), redacted: redactor?.found ?? 0 };
};
