import { truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBackgroundSync } from '#main/assistant/files/content/background-sync.ts';
import {
  filesBelow,
  type FilesWorld,
  openFilesWorld,
  toolFile,
} from '#tests/helpers/context-files.ts';

const conversationId = 'c1';
let world: FilesWorld;
beforeEach(() => {
  world = openFilesWorld({ sources: { message: async ({ id }) => `message ${id}\n` } });
});
afterEach(() => world.close());

/** The one content file there is. */
const content = (): string => {
  const names = filesBelow(world.path(conversationId));
  const [name] = names.filter((one) => !one.startsWith('.') && one !== 'manifest.json');
  return world.path(conversationId, name ?? 'none');
};
const look = (id: string) => ({
  read: () => world.files.read({ conversationId, id, offset: 0, limit: 8192 }),
  tail: () => world.files.tail({ conversationId, id, lines: 5 }),
});

describe('a file that a loss of power tore', () => {
  it.each([0, 3, 20])('is told from a sound one: %i of 12 bytes [S0]', async (length) => {
    const { id } = await world.files.create(conversationId, toolFile('twelve bytes'));
    truncateSync(content(), length);
    const { read, tail } = look(id);
    await expect(read()).rejects.toMatchObject({ code: 'CONTEXT_FILE_INVALID', details: { id } });
    await expect(tail()).rejects.toMatchObject({ code: 'CONTEXT_FILE_INVALID' });
    const { items } = await world.files.list({ conversationId, limit: 10 });
    expect(items.map((item) => item.id)).toEqual([id]);
  });

  it('is produced again when it can be [S0-14]', async () => {
    const { id } = await world.files.createLazy(conversationId, {
      kind: 'history',
      hint: 'Message 7',
      source: { type: 'message', id: '7' },
      name: { for: 'archive', range: '7' },
    });
    const { read } = look(id);
    await read();
    truncateSync(content(), 2);
    expect((await read()).content).toBe('message 7\n');
  });

  it('says so without a path [S0-16]', async () => {
    const { id } = await world.files.create(conversationId, toolFile('twelve bytes'));
    truncateSync(content(), 1);
    const failure: unknown = await look(id)
      .read()
      .catch((error: unknown) => error);
    expect(JSON.stringify([failure, String(failure)])).not.toContain(world.data);
  });
});

describe('syncing behind the writer', () => {
  it('takes more files than it holds open, closes each, and reports what failed [S0]', async () => {
    const failures: unknown[] = [];
    const sync = createBackgroundSync((error) => failures.push(error));
    const handles = [];
    for (let index = 0; index < 100; index += 1) {
      const path = join(world.data, `file-${index}`);
      writeFileSync(path, 'x');
      const handle = await open(path, 'r+');
      handles.push(handle);
      await sync.take(handle);
    }
    await sync.settled();
    expect(handles.map(({ fd }) => fd)).toEqual(handles.map(() => -1));
    expect(failures).toEqual([]);
    const closed = await open(join(world.data, 'file-0'), 'r+');
    await closed.close();
    await sync.take(closed);
    await sync.settled();
    expect(failures).toHaveLength(1);
  });
});
