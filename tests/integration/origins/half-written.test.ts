import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OriginCode } from '#shared/domain/origins.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const first = '雪下了一夜，他没有睡。\n\n';
const second = '天亮时门开了。\n\n';
const third = '来的是沈砚。\n';

/** The text seen after each write of another program, whose first is a text half written. */
const originsAfter = async (
  name: string,
  writes: readonly string[],
  { isRead = true }: { isRead?: boolean } = {},
) => {
  const folder = join(test.folder, name);
  mkdirSync(folder);
  const file = join(folder, '01.md');
  writeFileSync(file, '');
  const { projectId, documents } = await test.call('projects:open', { path: folder });
  const chapter = { projectId, documentId: documents[0]?.documentId ?? '' };
  const read = () => test.call('documents:read', chapter);
  const origins: [number, OriginCode][] = [
    [first.length, 'typed'],
    [second.length, 'pasted'],
    [third.length, 'typed'],
  ];
  const text = first + second + third;
  const { version: expectedVersion } = await read();
  await test.call('documents:save', { ...chapter, text, origins, expectedVersion });
  for (const written of writes) {
    writeFileSync(file, written);
    // To open a book that is open is to look at its folder.
    if (!isRead) await test.call('projects:open', { path: folder });
    else expect((await read()).text).toBe(written);
  }
  return (await read()).origins;
};

describe('where the words of a chapter come from that was seen while another program wrote it [N14]', () => {
  const added = '谁写的？\n';
  const kept = [
    [first.length, 'typed'],
    [second.length, 'pasted'],
    [third.length, 'typed'],
    [added.length, 'unknown'],
  ];
  const whole = first + second + third + added;

  it('is what it was, though the file was empty or ended early meanwhile, once or twice', async () => {
    expect(await originsAfter('empty', ['', whole])).toEqual(kept);
    expect(await originsAfter('early', [whole.slice(0, 5), whole])).toEqual(kept);
    expect(await originsAfter('twice', ['', whole.slice(0, 20), whole])).toEqual(kept);
  });

  it.each([
    ['read', true],
    ['looked at', false],
  ])(
    'is unknown of words that were taken out of the middle and stand there again, when both were %s',
    async (name, isRead) => {
      const changed = whole.replace('。\n\n天', '！\n\n天');
      const without = changed.replace(second, '');
      const origins = await originsAfter(name, [without, changed], { isRead });
      const unknown = origins.filter(([, code]) => code === 'unknown');
      expect(unknown.reduce((sum, [length]) => sum + length, 0)).toBeGreaterThan(second.length);
    },
  );
});
