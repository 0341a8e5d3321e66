import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Mutex } from 'async-mutex';
import { firstBytes } from './first-bytes.ts';
import type { LargeOutput } from '#main/services/context-files/service.ts';

export type SpoolLimits = {
  /** Characters kept in memory; more go to a temporary file. */
  memory: number;
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

async function* readAll(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(readBytes), 0, readBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** `folder`: where temporary files may lie. The file system's errors come through `write`. */
export const createSpool = (folder: string, limits: SpoolLimits): Spool => {
  const turn = new Mutex();
  let waiting = '';
  let beginning = '';
  let characters = 0;
  let bytes = 0;
  let full = false;
  let place: { folder: string; file: FileHandle } | null = null;

  const toFile = async (): Promise<void> => {
    if (!place) {
      const own = await mkdtemp(join(folder, 'fabula-output-'));
      place = { folder: own, file: await open(join(own, 'output'), 'wx+', 0o600) };
    }
    const text = waiting;
    waiting = '';
    await place.file.appendFile(text);
  };

  return {
    limit: limits.total,
    get bytes() {
      return bytes;
    },
    write: (text) =>
      turn.runExclusive(async () => {
        if (full) return false;
        const taken = firstBytes(text, limits.total - bytes);
        full = taken.length < text.length;
        bytes += Buffer.byteLength(taken);
        characters += taken.length;
        if (beginning.length < beginningLength) beginning += taken.slice(0, beginningLength);
        waiting += taken;
        if (characters > limits.memory) await toFile();
        return !full;
      }),
    output() {
      if (!place) return waiting;
      const { file } = place;
      return { beginning, characters, content: () => readAll(file) };
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
