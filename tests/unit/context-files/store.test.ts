import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTree } from '#main/services/context-files/store/tree.ts';
import { withFileLock } from '#main/services/context-files/store/lock.ts';
import { parseManifest } from '#main/services/context-files/store/manifest.ts';
import {
  filesBelow,
  type FilesWorld,
  openFilesWorld,
  toolFile,
} from '#tests/helpers/context-files.ts';

let world: FilesWorld;
beforeEach(() => {
  world = openFilesWorld();
});
afterEach(() => world.close());

const conversationId = 'session_20261121_120000_abc123';
const list = async (service = world.files, id = conversationId) =>
  (await service.list({ conversationId: id, limit: 10_000 })).items;
const read = (id: string, service = world.files, conversation = conversationId) =>
  service.read({ conversationId: conversation, id, offset: 0, limit: 65_536 });
const manifest = () => readFileSync(world.path(conversationId, 'manifest.json'), 'utf8');
const entries = () => {
  const parsed = parseManifest(manifest());
  if (parsed === null) throw new Error('the manifest is not sound');
  return [...parsed.values()];
};

describe('the tree and its names', () => {
  it('S0-01 S0-03 S1-13 writes files under the recommended names, and a manifest that knows them', async () => {
    const { files } = world;
    const from = { hint: 'x', source: { type: 'tool', id: '' }, content: 'x' };
    const artifact = { ...from, kind: 'artifact' as const };
    const history = { ...from, kind: 'history' as const };
    await files.create(conversationId, { ...artifact, name: { for: 'tool', callId: 'call_1' } });
    await files.create(conversationId, {
      ...artifact,
      mimeType: 'application/json',
      name: { for: 'tool', callId: 'call_2' },
    });
    await files.create(conversationId, {
      ...artifact,
      name: { for: 'terminal', terminalId: 'term-1' },
    });
    await files.create(conversationId, { ...history, name: { for: 'archive', range: '1-20' } });
    await files.create(conversationId, { ...history, name: { for: 'summary' } });
    await files.create(conversationId, {
      ...from,
      kind: 'catalog',
      name: { for: 'catalog', name: 'mcp tools' },
    });
    const paths = [
      'artifacts/terminal/term-1.log',
      'artifacts/tool/call_1.txt',
      'artifacts/tool/call_2.json',
      'catalog/mcp_tools.txt',
      'history/archive/20231114_221320-1-20.md',
      'history/summary/20231114_221320.md',
    ];
    expect(filesBelow(world.path(conversationId)).filter((name) => /^[a-z]+\//.test(name))).toEqual(
      paths,
    );
    expect(
      entries()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(paths);
    expect(entries()[0]).toMatchObject({
      byteSize: 1,
      sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
      createdAt: world.time.now,
      expiresAt: null,
      source: { type: 'tool', id: '' },
    });
  });

  it.each([
    '../../x',
    '/etc/passwd',
    'con',
    'a\0b',
    '..',
    '.',
    '',
    'x'.repeat(4000),
    '林黛玉',
    'C:\\x',
    'NUL.txt',
  ])('S0-20 makes a harmless name of the call id %j', async (callId) => {
    const ref = await world.files.create(conversationId, toolFile('content', callId));
    expect((await read(ref.id)).content).toBe('content');
    const [entry] = entries();
    expect(entry?.path).toMatch(/^artifacts\/tool\/[\w.-]+\.txt$/);
    expect(filesBelow(world.data).every((name) => name.startsWith('context/session_'))).toBe(true);
  });

  it('S1-18 never overwrites: a call id used again gets a name of its own', async () => {
    const one = await world.files.create(conversationId, toolFile('one', 'call_0'));
    const other = await world.files.create(conversationId, toolFile('other', 'CALL_0'));
    expect((await read(one.id)).content).toBe('one');
    expect((await read(other.id)).content).toBe('other');
  });

  it('S1-18 says that a file exists when its name is fixed', async () => {
    const file = {
      ...toolFile('x'),
      name: { for: 'record' as const, path: 'tool_result/Read/call_1.json' },
    };
    await world.files.create(conversationId, file);
    await expect(world.files.create(conversationId, file)).rejects.toMatchObject({
      code: 'CONTEXT_FILE_EXISTS',
      message: `Context file already exists: ${conversationId}/tool_result/Read/call_1.json`,
    });
    expect(
      await world.files.findByPath(conversationId, 'tool_result/Read/call_1.json'),
    ).not.toBeNull();
    expect(await list()).toHaveLength(1);
  });

  it.each([
    '../x',
    'elsewhere/x.json',
    '/abs/x',
    'tool_result',
    'tool_result/../../x',
    'tool_result//x',
    'tool_result/nul',
    'tool_result/a.',
  ])('S0-20 refuses the fixed name %j', async (path) => {
    const file = { ...toolFile('x'), name: { for: 'record' as const, path } };
    await expect(world.files.create(conversationId, file)).rejects.toMatchObject({
      code: 'CONTEXT_FILE_INVALID',
    });
  });

  it('S0 refuses what the manifest could not hold, before anything is written', async () => {
    const file = { ...toolFile('x'), source: { type: 'tool', id: 'x'.repeat(201) } };
    await expect(world.files.create(conversationId, file)).rejects.toMatchObject({
      code: 'CONTEXT_FILE_INVALID',
      details: { field: 'source.id' },
    });
    expect(filesBelow(world.path(conversationId))).toEqual(['manifest.json']);
    expect(entries()).toEqual([]);
  });

  it('S1-02 S1-18 retries an id that is taken, in any letter case, and grows it', async () => {
    const wishes = ['aaaaa', 'aaaaa', 'AAAAA', 'aaaaa', 'aAaAa', 'bbbbbb'];
    const asked: number[] = [];
    const service = world.another({
      newId: (length) => {
        asked.push(length);
        return wishes.shift() ?? 'never';
      },
    });
    expect((await service.create(conversationId, toolFile('one'))).id).toBe('aaaaa');
    expect((await service.create(conversationId, toolFile('two'))).id).toBe('bbbbbb');
    expect(asked).toEqual([5, 5, 5, 5, 5, 6]);
    expect((await read('aaaaa')).content).toBe('one');
  });
});

describe('scope (S0-16, S0-20)', () => {
  const hostile = [
    '..',
    '.',
    '../other',
    '/etc',
    'a/b',
    'a\\b',
    'C:',
    'con',
    'NUL',
    'com1.txt',
    'x\0',
    '',
    ' ',
    '.hidden',
    'a'.repeat(500),
    'é',
    'x.',
  ];
  it.each(hostile)('S0-20 refuses the conversation %j everywhere', async (id) => {
    const refused = { code: 'CONTEXT_FILE_INVALID' };
    await expect(list(world.files, id)).rejects.toMatchObject(refused);
    await expect(read('x', world.files, id)).rejects.toMatchObject(refused);
    await expect(world.files.create(id, toolFile('x'))).rejects.toMatchObject(refused);
    await expect(world.files.removeConversation(id)).rejects.toMatchObject(refused);
    expect(filesBelow(world.data)).toEqual([]);
  });

  it.each([
    '..',
    '../../etc/passwd',
    '/etc/passwd',
    'manifest.json',
    'artifacts/tool/call_1.txt',
    'x\0',
    '__proto__',
    'constructor',
    'con',
  ])('S0-20 knows no file %j', async (id) => {
    await world.files.create(conversationId, toolFile('x', 'call_1'));
    await expect(read(id)).rejects.toMatchObject({ code: 'CONTEXT_FILE_NOT_FOUND' });
    await expect(world.files.remove({ conversationId, id })).rejects.toMatchObject({
      code: 'CONTEXT_FILE_NOT_FOUND',
    });
  });

  it('S0-20 keeps conversations apart', async () => {
    const ref = await world.files.create('one', toolFile('secret'));
    await world.files.create('other', toolFile('x'));
    await expect(read(ref.id, world.files, 'other')).rejects.toMatchObject({
      code: 'CONTEXT_FILE_NOT_FOUND',
    });
    await expect(read(ref.id, world.files, 'unknown')).rejects.toMatchObject({
      code: 'CONTEXT_FILE_NOT_FOUND',
    });
    expect(await list(world.files, 'unknown')).toEqual([]);
    expect(existsSync(world.path('unknown'))).toBe(false);
  });

  it('S0-20 follows no link: neither a file, nor a folder, nor a conversation', async () => {
    const outside = join(world.data, 'outside');
    mkdirSync(join(outside, 'tool'), { recursive: true });
    writeFileSync(join(outside, 'tool', 'linked.txt'), 'outside');
    const ref = await world.files.create(conversationId, toolFile('inside', 'linked'));
    const file = world.path(conversationId, 'artifacts/tool/linked.txt');

    rmSync(file);
    symlinkSync(join(outside, 'tool', 'linked.txt'), file);
    await expect(read(ref.id)).rejects.toMatchObject({ code: 'CONTEXT_FILE_NOT_FOUND' });

    rmSync(world.path(conversationId, 'artifacts'), { recursive: true });
    symlinkSync(outside, world.path(conversationId, 'artifacts'));
    await expect(read(ref.id)).rejects.toMatchObject({ code: 'CONTEXT_FILE_NOT_FOUND' });
    await expect(world.files.create(conversationId, toolFile('y'))).rejects.toMatchObject({
      code: 'CONTEXT_FILE_NOT_FOUND',
    });

    symlinkSync(outside, world.path('linked'));
    await expect(list(world.files, 'linked')).rejects.toMatchObject({
      code: 'CONTEXT_FILE_NOT_FOUND',
    });
    expect(filesBelow(outside)).toEqual(['tool/linked.txt']);
    expect(world.logs.filter(({ level }) => level === 'security').length).toBeGreaterThanOrEqual(4);
  });

  it('S0-20 takes nothing a hostile manifest says', async () => {
    const ref = await world.files.create(conversationId, toolFile('mine', 'call_1'));
    const good = manifest();
    for (const path of [
      '../other/artifacts/tool/x.txt',
      '/etc/passwd',
      'artifacts/../../x/y',
      'manifest.json',
      '.refs/x',
      'artifacts/tool/con',
    ]) {
      writeFileSync(
        world.path(conversationId, 'manifest.json'),
        good.replace('artifacts/tool/call_1.txt', path),
      );
      const service = world.another();
      expect((await read(ref.id, service)).content).toBe('mine');
    }
    expect(entries().map(({ path }) => path)).toEqual(['artifacts/tool/call_1.txt']);
  });

  it('S0-16 shows no real path in any answer or error', async () => {
    const ref = await world.files.create(conversationId, toolFile('x', 'call_1'));
    rmSync(world.path(conversationId, 'artifacts/tool/call_1.txt'));
    mkdirSync(world.path(conversationId, 'artifacts/tool/call_1.txt'));
    const said: unknown[] = [
      await list(),
      await world.files.conversations(),
      await world.files.usage(),
    ];
    said.push(await world.files.addressOf(conversationId, ref.id));
    const gone = await read(ref.id).catch((error: unknown) => error);
    expect(gone).toMatchObject({ code: 'CONTEXT_FILE_NOT_FOUND' });
    const said2 = gone instanceof Error ? [gone.message, JSON.stringify(gone)] : [];
    expect(JSON.stringify([said, said2])).not.toContain(world.data);
    expect(JSON.stringify(world.logs)).not.toContain(world.data);
  });
});

describe('the manifest', () => {
  it('S0 loses none of 100 parallel creations, in one conversation and across many', async () => {
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

  it('S0 is not corrupted by two processes on one data folder', async () => {
    const script = fileURLToPath(
      new URL('../../fixtures/context-files/create-many.ts', import.meta.url),
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

  it('S0-19 rebuilds a missing manifest, and from the files alone when nothing else is left', async () => {
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

  it('S0 brings back a file whose creation was cut off before the manifest was written', async () => {
    await world.files.create(conversationId, toolFile('one', 'call_1'));
    const before = manifest();
    const ref = await world.files.create(conversationId, toolFile('two', 'call_2'));
    writeFileSync(world.path(conversationId, 'manifest.json'), before);
    expect((await read(ref.id, world.another())).content).toBe('two');
  });

  it('S0 takes over the lock of a process that died', async () => {
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

  it('S0 waits for a living process, and says when it waited long enough', async () => {
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

  it('S0-07 lists newest first, also within one millisecond, by kind and limit', async () => {
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
  it('S1-20 deletes a file for good and tells of it', async () => {
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

  it('S0 deletes a conversation with everything in it', async () => {
    await world.files.create(conversationId, toolFile('x'));
    await world.files.removeConversation(conversationId);
    expect(await list()).toEqual([]);
    expect(filesBelow(world.data)).toEqual([]);
    await world.files.removeConversation('unknown');
  });

  it('S0-05 says that a file that vanished is not there', async () => {
    const ref = await world.files.create(conversationId, toolFile('x', 'call_1'));
    rmSync(world.path(conversationId, 'artifacts/tool/call_1.txt'));
    for (const call of [read(ref.id), world.files.tail({ conversationId, id: ref.id, lines: 5 })]) {
      await expect(call).rejects.toMatchObject({ code: 'CONTEXT_FILE_NOT_FOUND' });
    }
  });
});

it('S0-20 lists only folders that can be conversations', async () => {
  mkdirSync(world.path('fine'), { recursive: true });
  mkdirSync(world.path('.trash-x'));
  mkdirSync(world.path('not one'));
  writeFileSync(world.path('file'), '');
  const tree = createTree(world.path(), { log: () => undefined });
  expect(await tree.conversations()).toEqual(['fine']);
});
