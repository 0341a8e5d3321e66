import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ByteSource, openSource } from '#main/assistant/files/content/byte-source.ts';
import { blockBytes, writePacked } from '#main/assistant/files/content/gzip-blocks.ts';
import { readPage } from '#main/assistant/files/reading/page.ts';
import { readTail } from '#main/assistant/files/reading/tail.ts';
import { floorBoundary } from '#main/assistant/files/reading/utf8.ts';
import { memorySource } from '#tests/helpers/context-files.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-reading-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = fc.string({
  unit: fc.constantFrom('a', '\n', 'é', '林', '黛', '😀', '\r', '\0', '\u0301'),
});
const anyBytes = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));
/** Bytes that look like UTF-8 more often than random ones do. */
const almostText = fc
  .array(
    fc.constantFrom(
      0x61,
      0x80,
      0xbf,
      0xc2,
      0xe4,
      0xb8,
      0xad,
      0xed,
      0xa0,
      0xf0,
      0x9f,
      0x98,
      0xf4,
      0x90,
      0xff,
    ),
    {
      maxLength: 40,
    },
  )
  .map((bytes) => Buffer.from(bytes));

const readAll = async (
  source: ByteSource,
  limit: number,
  step: (page: { nextOffset: number }, at: number) => number,
) => {
  const contents: string[] = [];
  for (let offset = 0; ; ) {
    const page = await readPage(source, offset, limit);
    contents.push(page.content);
    if (page.done) return contents.join('');
    const next = step(page, offset);
    if (next <= offset) throw new Error('reading does not go on');
    offset = next;
  }
};

describe('context_read', () => {
  it('gives pages that concatenate to the file for any limit from 4 [S0-08]', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 4, max: 40 }), async (content, limit) => {
        const source = memorySource(Buffer.from(content));
        expect(await readAll(source, limit, ({ nextOffset }) => nextOffset)).toBe(content);
        // A model that adds the limit itself gets the same.
        expect(await readAll(source, limit, (_, at) => at + limit)).toBe(content);
      }),
    );
  });

  it('gives what a decoder makes of the whole, even of bytes that are no text [S0-08]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyBytes, almostText),
        fc.integer({ min: 4, max: 20 }),
        async (bytes, limit) => {
          const whole = bytes.toString('utf8');
          expect(await readAll(memorySource(bytes), limit, ({ nextOffset }) => nextOffset)).toBe(
            whole,
          );
        },
      ),
    );
  });

  it('never tears a character, wherever the page begins [S0-08]', async () => {
    const source = memorySource(Buffer.from('林黛玉'));
    expect(await readPage(source, 1, 4)).toEqual({
      offset: 0,
      nextOffset: 3,
      done: false,
      content: '林',
    });
    expect(await readPage(source, 4, 4)).toEqual({
      offset: 3,
      nextOffset: 6,
      done: false,
      content: '黛',
    });
    expect(await readPage(source, 8, 4)).toEqual({
      offset: 6,
      nextOffset: 9,
      done: true,
      content: '玉',
    });
    expect(await readPage(source, 900, 4)).toEqual({
      offset: 9,
      nextOffset: 9,
      done: true,
      content: '',
    });
  });

  it('finds boundaries a decoder agrees with [S0-08]', () => {
    fc.assert(
      fc.property(almostText, fc.nat(40), (bytes, wish) => {
        const at = floorBoundary(bytes, Math.min(wish, bytes.length));
        expect(bytes.toString('utf8', 0, at) + bytes.toString('utf8', at)).toBe(
          bytes.toString('utf8'),
        );
      }),
    );
  });
});

describe('context_tail', () => {
  const lastLines = (content: string, lines: number): string => {
    const all = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    return all.slice(-lines).join('');
  };

  it('gives the last lines, whatever ends them [S0-09]', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 8 }), async (content, lines) => {
        const tail = await readTail(memorySource(Buffer.from(content)), lines, 1 << 20);
        const expected = lastLines(content, lines);
        expect(tail.content).toBe(expected);
        expect(tail.offset).toBe(Buffer.byteLength(content) - Buffer.byteLength(expected));
        expect(tail.lines).toBe(Math.min(lines, (content.match(/[^\n]*\n|[^\n]+$/g) ?? []).length));
        expect(tail.truncated).toBe(false);
      }),
    );
  });

  it('looks back over many blocks [S0-09]', async () => {
    const lines = Array.from(
      { length: 30_000 },
      (_, index) => `第${index}行 ${'x'.repeat(index % 17)}`,
    );
    const source = memorySource(Buffer.from(`${lines.join('\n')}\n`));
    expect((await readTail(source, 2000, 1 << 20)).content).toBe(
      `${lines.slice(-2000).join('\n')}\n`,
    );
  });

  it('says so when the last lines are too long to send, and where they begin [S0-17]', async () => {
    const bytes = Buffer.from('林'.repeat(1000));
    const tail = await readTail(memorySource(bytes), 5, 100);
    expect(tail).toMatchObject({ truncated: true, lines: 1 });
    expect(tail.content).toMatch(/^林{33,34}$/);
    expect(tail.offset + Buffer.byteLength(tail.content)).toBe(bytes.length);
  });
});

describe('packed files', () => {
  const packed = async (
    bytes: Buffer,
    cut: number,
  ): Promise<{ source: ByteSource; file: string }> => {
    const file = join(folder, `packed-${bytes.length}-${cut}`);
    const handle = await open(file, 'w');
    const pieces = async function* () {
      for (let start = 0; start < bytes.length; start += cut)
        yield bytes.subarray(start, start + cut);
    };
    await writePacked(handle, pieces());
    await handle.close();
    return { source: await openSource(await open(file, 'r'), true), file };
  };

  it.each([0, 1, blockBytes - 1, blockBytes, blockBytes + 1, 3 * blockBytes + 777])(
    'gives %i bytes back, at any offset, and to any gunzip [S1-20]',
    async (length) => {
      const bytes = Buffer.from(
        Array.from({ length }, (_, index) => (index * 31 + (index >> 7)) & 0xff),
      );
      const { source, file } = await packed(bytes, 100_003);
      expect(source.size).toBe(length);
      const { readFileSync } = await import('node:fs');
      expect(gunzipSync(readFileSync(file)).equals(bytes)).toBe(true);
      const chunks: Buffer[] = [];
      for await (const chunk of source.chunks()) chunks.push(chunk);
      expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
      await fc.assert(
        fc.asyncProperty(fc.nat(length + 5), fc.nat(2 * blockBytes), async (offset, count) => {
          const read = await source.read(offset, count);
          expect(read.equals(bytes.subarray(offset, offset + count))).toBe(true);
        }),
        { numRuns: 20 },
      );
      await source.close();
    },
  );

  it('refuses a file that only calls itself packed [S0-20]', async () => {
    const file = join(folder, 'false.gz');
    const handle = await open(file, 'w+');
    await handle.writeFile(Buffer.alloc(4096, 7));
    await handle.close();
    await expect(openSource(await open(file, 'r'), true)).rejects.toThrow(/index/);
  });
});
