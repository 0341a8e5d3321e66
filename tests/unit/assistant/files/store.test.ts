import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

describe('the tree and its names', () => {
  it('writes files at once, under the recommended names, and a manifest that knows them [S0-01 S0-03 S0-13 S1-13]', async () => {
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
  ])('makes a harmless name of the call id %j [S0-20]', async (callId) => {
    const ref = await world.files.create(conversationId, toolFile('content', callId));
    expect((await read(ref.id)).content).toBe('content');
    const [entry] = entries();
    expect(entry?.path).toMatch(/^artifacts\/tool\/[\w.-]+\.txt$/);
    expect(filesBelow(world.data).every((name) => name.startsWith('context/session_'))).toBe(true);
  });

  it('never overwrites: a call id used again gets a name of its own [S1-18]', async () => {
    const one = await world.files.create(conversationId, toolFile('one', 'call_0'));
    const other = await world.files.create(conversationId, toolFile('other', 'CALL_0'));
    expect((await read(one.id)).content).toBe('one');
    expect((await read(other.id)).content).toBe('other');
  });

  it('says that a file exists when its name is fixed [S1-18]', async () => {
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
  ])('refuses the fixed name %j [S0-20]', async (path) => {
    const file = { ...toolFile('x'), name: { for: 'record' as const, path } };
    await expect(world.files.create(conversationId, file)).rejects.toMatchObject({
      code: 'CONTEXT_FILE_INVALID',
    });
  });

  it('refuses what the manifest could not hold, before anything is written [S0]', async () => {
    const file = { ...toolFile('x'), source: { type: 'tool', id: 'x'.repeat(201) } };
    await expect(world.files.create(conversationId, file)).rejects.toMatchObject({
      code: 'CONTEXT_FILE_INVALID',
      details: { field: 'source.id' },
    });
    expect(filesBelow(world.path(conversationId))).toEqual(['manifest.json']);
    expect(entries()).toEqual([]);
  });

  it('retries an id that is taken, in any letter case, and grows it [S1-02 S1-18]', async () => {
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
  it.each(hostile)('refuses the conversation %j everywhere [S0-20]', async (id) => {
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
  ])('knows no file %j [S0-20]', async (id) => {
    await world.files.create(conversationId, toolFile('x', 'call_1'));
    await expect(read(id)).rejects.toMatchObject({ code: 'CONTEXT_FILE_NOT_FOUND' });
    await expect(world.files.remove({ conversationId, id })).rejects.toMatchObject({
      code: 'CONTEXT_FILE_NOT_FOUND',
    });
  });

  it('keeps conversations apart [S0-20]', async () => {
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

  it('follows no link: neither a file, nor a folder, nor a conversation [S0-20]', async () => {
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

  it('takes nothing a hostile manifest says [S0-20]', async () => {
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

  it('shows no real path in any answer or error [S0-16]', async () => {
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
