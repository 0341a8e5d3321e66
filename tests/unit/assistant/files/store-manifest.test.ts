import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTree } from '#main/assistant/files/store/tree.ts';
import { withFileLock } from '#main/assistant/files/store/lock.ts';
import {
  filesBelow,
  type FilesWorld,
  openFilesWorld,
  toolFile,
  listedIn,
  manifestEntries,
  readIn,
} from '#tests/helpers/context-files.ts';

let world: FilesWorld;
beforeEach(() => {
  world = openFilesWorld();
});
afterEach(() => world.close());

const conversationId = 'session_20261121_120000_abc123';
const list = (service = world.files, id = conversationId) => listedIn(service, id);
const read = (id: string, service = world.files, conversation = conversationId) =>
  readIn(service, conversation, id);
const manifest = () => readFileSync(world.path(conversationId, 'manifest.json'), 'utf8');
const entries = () => manifestEntries(world, conversationId);

describe('the manifest', () => {
  it('loses none of 100 parallel creations, in one conversation and across many [S0]', async () => {
    const made = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        world.files.create(
          index % 2 ? conversationId : `c${index % 10}`,
          toolFile(`content ${index}`, 'call'),
        ),
      ),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(100);
    expect(await list()).toHaveLength(50);
    const fresh = world.another();
    expect(await list(fresh)).toHaveLength(50);
    const all = await fresh.conversations();
    expect(all.items.reduce((sum, { files }) => sum + files, 0)).toBe(100);
    expect(filesBelow(world.data).some((name) => name.includes('.incoming'))).toBe(false);
  });

  it('lists conversations by their titles where somebody knows them [F15]', async () => {
    await world.files.create('named', toolFile('一'));
    await world.files.create('nameless', toolFile('二'));
    const titleOf = (id: string) => (id === 'named' ? '改第三章' : null);
    const { items } = await world.another({ titleOf }).conversations();
    const titles = new Map(items.map((item) => [item.conversationId, item.title]));
    expect(titles).toEqual(
      new Map([
        ['named', '改第三章'],
        ['nameless', undefined],
      ]),
    );
  });

  it('is not corrupted by two processes on one data folder [S0]', async () => {
    const script = fileURLToPath(
      new URL('../../../fixtures/context-files/create-many.ts', import.meta.url),
    );
    const run = (name: string) =>
      new Promise<number | null>((resolve, reject) => {
        const child = spawn(process.execPath, [script, world.data, conversationId, name, '25'], {
          stdio: 'inherit',
        });
        child.once('error', reject);
        child.once('close', resolve);
      });
    const own = Array.from({ length: 25 }, (_, index) =>
      world.files.create(conversationId, toolFile(`own ${index}`, `call_${index}`)),
    );
    const [first, second] = await Promise.all([run('a'), run('b'), ...own]);
    expect([first, second]).toEqual([0, 0]);
    const items = await list();
    expect(items).toHaveLength(75);
    expect(entries()).toHaveLength(75);
    const contents = await Promise.all(items.map(async ({ id }) => (await read(id)).content));
    expect(new Set(contents).size).toBe(75);
  });

  it.each([
    ['cut short', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['of another make', () => '{"version":9}'],
    [
      'holding one id twice',
      (text: string) => text.replace(/"entries":\[\n(.*?),?\n/, '"entries":[\n$1,\n$1,\n'),
    ],
    ['with a line that is no entry', (text: string) => text.replace('"sha256":"', '"sha256":"zz')],
  ])(
    'S0 keeps a manifest %s aside and rebuilds it with ids, hints and sources',
    async (_, spoil) => {
      const one = await world.files.create(conversationId, toolFile('one', 'call_1'));
      world.time.now += 5;
      const other = await world.files.create(conversationId, {
        ...toolFile('其他'),
        hint: '另一个',
      });
      const before = await list();
      const bad = spoil(manifest());
      writeFileSync(world.path(conversationId, 'manifest.json'), bad);
      const service = world.another();
      expect(await list(service)).toEqual(before);
      expect((await read(one.id, service)).content).toBe('one');
      expect((await read(other.id, service)).content).toBe('其他');
      const kept = readdirSync(world.path(conversationId)).filter((name) =>
        name.startsWith('manifest.corrupt-'),
      );
      expect(kept).toHaveLength(1);
      expect(readFileSync(world.path(conversationId, kept[0] ?? ''), 'utf8')).toBe(bad);
      expect(
        world.logs.some(({ level, message }) => level === 'warn' && message.includes('manifest')),
      ).toBe(true);
    },
  );

  it('rebuilds a missing manifest, and from the files alone when nothing else is left [S0-19]', async () => {
    const ref = await world.files.create(conversationId, toolFile('one', 'call_1'));
    rmSync(world.path(conversationId, 'manifest.json'));
    expect((await read(ref.id, world.another())).content).toBe('one');
    rmSync(world.path(conversationId, 'manifest.json'));
    rmSync(world.path(conversationId, '.refs'), { recursive: true });
    const [found, ...more] = await list(world.another());
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      kind: 'artifact',
      byteSize: 3,
      hint: 'Recovered: artifacts/tool/call_1.txt',
    });
    expect((await read(found?.id ?? '')).content).toBe('one');
    rmSync(world.path(conversationId, 'manifest.json'));
    expect((await list(world.another()))[0]?.id).toBe(found?.id);
  });

  it('brings back a file whose creation was cut off before the manifest was written [S0]', async () => {
    await world.files.create(conversationId, toolFile('one', 'call_1'));
    const before = manifest();
    const ref = await world.files.create(conversationId, toolFile('two', 'call_2'));
    writeFileSync(world.path(conversationId, 'manifest.json'), before);
    expect((await read(ref.id, world.another())).content).toBe('two');
  });

  it('takes over the lock of a process that died [S0]', async () => {
    mkdirSync(world.path(conversationId), { recursive: true });
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('close', resolve));
    const { hostname } = await import('node:os');
    writeFileSync(
      world.path(conversationId, '.lock'),
      JSON.stringify({ host: hostname(), pid: child.pid, token: 'dead' }),
    );
    await world.files.create(conversationId, toolFile('x'));
    expect(await list()).toHaveLength(1);
  });

  it('waits for a living process, and says when it waited long enough [S0]', async () => {
    const lock = join(world.data, 'lock');
    const order: string[] = [];
    let release = (): void => undefined;
    const held = withFileLock(
      lock,
      1000,
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    await expect(withFileLock(lock, 30, async () => order.push('never'))).rejects.toMatchObject({
      code: 'CONTEXT_FILE_TIMEOUT',
    });
    const next = withFileLock(lock, 5000, async () => order.push('second'));
    order.push('first');
    release();
    await Promise.all([held, next]);
    expect(order).toEqual(['first', 'second']);
  });

  it('lists newest first, also within one millisecond, by kind and limit [S0-07]', async () => {
    const ids = [];
    for (let index = 0; index < 6; index += 1) {
      if (index % 2) world.time.now += 1;
      ids.unshift(
        (
          await world.files.create(conversationId, {
            ...toolFile(String(index)),
            kind: index < 4 ? 'artifact' : 'catalog',
          })
        ).id,
      );
    }
    expect((await list()).map(({ id }) => id)).toEqual(ids);
    const some = await world.files.list({ conversationId, kind: 'artifact', limit: 3 });
    expect(some.items.map(({ id }) => id)).toEqual(ids.slice(2, 5));
  });
});

describe('deleting', () => {
  it('deletes a file for good and tells of it [S1-20]', async () => {
    const ref = await world.files.create(conversationId, toolFile('x', 'call_1'));
    await world.files.remove({ conversationId, id: ref.id });
    await expect(read(ref.id)).rejects.toMatchObject({ code: 'CONTEXT_FILE_NOT_FOUND' });
    expect(await list(world.another())).toEqual([]);
    expect(filesBelow(world.data)).toEqual([`context/${conversationId}/manifest.json`]);
    expect(world.events).toContainEqual({
      name: 'context-files:changed',
      payload: { conversationId },
    });
  });

  it('deletes a conversation with everything in it [S0]', async () => {
    await world.files.create(conversationId, toolFile('x'));
    await world.files.removeConversation(conversationId);
    expect(await list()).toEqual([]);
    expect(filesBelow(world.data)).toEqual([]);
    await world.files.removeConversation('unknown');
  });

  it('says that a file that vanished is not there [S0-05]', async () => {
    const ref = await world.files.create(conversationId, toolFile('x', 'call_1'));
    rmSync(world.path(conversationId, 'artifacts/tool/call_1.txt'));
    const gone = { code: 'CONTEXT_FILE_NOT_FOUND' };
    await expect(read(ref.id)).rejects.toMatchObject(gone);
    const tail = world.files.tail({ conversationId, id: ref.id, lines: 5 });
    await expect(tail).rejects.toMatchObject(gone);
  });
});

it('lists only folders that can be conversations [S0-20]', async () => {
  mkdirSync(world.path('fine'), { recursive: true });
  mkdirSync(world.path('.trash-x'));
  mkdirSync(world.path('not one'));
  writeFileSync(world.path('file'), '');
  const tree = createTree(world.path(), { log: () => undefined });
  expect(await tree.conversations()).toEqual(['fine']);
});
