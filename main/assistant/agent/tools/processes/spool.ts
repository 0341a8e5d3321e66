/** Keeps everything a command writes, however much it is. */
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Mutex } from 'async-mutex';
import { takeFirstBytes } from './first-bytes.ts';
import { makeOutputFolder } from './spool-folder.ts';
import type { LargeOutput } from '#main/assistant/files/service.ts';

export type SpoolLimits = {
  /** Characters kept in memory; more go to a temporary file. */
  memory: number;
  /** Characters kept in memory while no file takes them. */
  withoutFile: number;
  /** Bytes of UTF-8 that are taken at all. */
  total: number;
};

/** Everything a command writes, in order, however much it is. */
export type Spool = {
  /** False when the limit is reached: the text up to it was taken and nothing more will be. */
  write(text: string): Promise<boolean>;
  readonly bytes: number;
  /** Bytes that it takes at all. */
  readonly limit: number;
  /** A text while it is small enough to be one. */
  output(): string | LargeOutput;
  /** Deletes the temporary file. */
  discard(): Promise<void>;
};

const beginningLength = 4_000;
const readBytes = 256 * 1024;

/** The first `bytes` of the file, and what is not in it yet. */
async function* readAll(
  file: FileHandle,
  bytes: number,
  rest: string,
): AsyncGenerator<string | Uint8Array> {
  for (let position = 0; position < bytes; ) {
    const wanted = Math.min(readBytes, bytes - position);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, position);
    if (bytesRead === 0) throw new Error('the temporary file of an output became shorter');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
  yield rest;
}

/**
 * `folder`: where temporary files may lie. While the disk takes none, output waits in memory and is tried again with
 * each write (S1-15); the file system's errors come through `write` when that is too much for memory, too.
 */
export const createSpool = (folder: string, limits: SpoolLimits): Spool => {
  const turn = new Mutex();
  let waiting = '';
  let beginning = '';
  let characters = 0;
  let bytes = 0;
  let full = false;
  /** Bytes that are in the file for good. */
  let inFile = 0;
  /** Characters that must wait before a file that failed is tried again. */
  let tryAgainAt = 0;
  let place: { folder: string; file: FileHandle } | null = null;

  const openPlace = async (): Promise<{ folder: string; file: FileHandle }> => {
    const own = await makeOutputFolder(folder);
    try {
      return { folder: own, file: await open(join(own, 'output'), 'wx+', 0o600) };
    } catch (error) {
      await rm(own, { recursive: true, force: true });
      throw error;
    }
  };

  const toFile = async (): Promise<void> => {
    try {
      place ??= await openPlace();
      const text = Buffer.from(waiting);
      for (let done = 0; done < text.length; ) {
        // At its own place in the file: a write that broke off halfway is written over by the next.
        done += (await place.file.write(text, done, text.length - done, inFile + done))
          .bytesWritten;
      }
      inFile += text.length;
      waiting = '';
      tryAgainAt = 0;
    } catch (error) {
      if (waiting.length > limits.withoutFile) throw error;
      tryAgainAt = waiting.length + limits.memory;
    }
  };

  return {
    limit: limits.total,
    get bytes() {
      return bytes;
    },
    write: (text) =>
      turn.runExclusive(async () => {
        if (full) return false;
        const taken = takeFirstBytes(text, limits.total - bytes);
        full = taken.length < text.length;
        bytes += Buffer.byteLength(taken);
        characters += taken.length;
        if (beginning.length < beginningLength) beginning += taken.slice(0, beginningLength);
        waiting += taken;
        if (characters > limits.memory && waiting.length >= tryAgainAt) await toFile();
        return !full;
      }),
    output() {
      if (!place) return waiting;
      const { file } = place;
      return { beginning, characters, content: () => readAll(file, inFile, waiting) };
    },
    async discard() {
      if (!place) return;
      const { file, folder: own } = place;
      place = null;
      await file.close();
      await rm(own, { recursive: true, force: true });
    },
  };
};
