import { createWriteStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import {
  filesBelow,
  type FilesWorld,
  openFilesWorld,
  toolFile,
} from '#tests/helpers/context-files.ts';

let world: FilesWorld;
let archive: string;
beforeEach(() => {
  world = openFilesWorld({ sources: { message: async ({ id }) => `message ${id}` } });
  archive = join(world.data, 'export.zip');
});
afterEach(() => world.close());

const conversationId = 'c1';
const list = async (id: string, service = world.files) =>
  (await service.list({ conversationId: id, limit: 1000 })).items;
const read = async (conversation: string, id: string, service = world.files) =>
  (await service.read({ conversationId: conversation, id, offset: 0, limit: 65_536 })).content;
const restore = (path = archive, id = 'target', service = world.files) =>
  service.importFrom({ conversationId: id, path });

type Member = { name: string; content?: string | Buffer; compress?: boolean; mode?: number };

/** Writes a zip whose names nobody has looked at: placeholders of the same length, put right afterwards. */
const writeZip = async (members: readonly Member[], path = archive): Promise<void> => {
  const zip = new ZipFile();
  const swaps: [string, string][] = [];
  members.forEach(({ name, content = 'x', compress = true, mode = 0o100644 }, index) => {
    const bytes = Buffer.byteLength(name);
    const mark = String.fromCharCode(65 + index);
    const placeholder = mark.repeat(bytes);
    swaps.push([placeholder, Buffer.from(name).toString('latin1')]);
    zip.addBuffer(Buffer.from(content), placeholder, { compress, mode });
  });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  let text = readFileSync(path, 'latin1');
  for (const [placeholder, name] of swaps) text = text.split(placeholder).join(name);
  writeFileSync(path, text, 'latin1');
};

const fill = async () => {
  const { files } = world;
  const one = await files.create(conversationId, {
    ...toolFile('第一个\n', 'call_1'),
    hint: '提示',
  });
  world.time.now += 1000;
  const binary = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) & 255));
  const other = await files.create(conversationId, {
    ...toolFile(binary, 'call_2'),
    kind: 'catalog',
  });
  const repetitive = await files.create(
    conversationId,
    toolFile('the same line\n'.repeat(3_000_000), 'call_3'),
  );
  const lazy = await files.createLazy(conversationId, {
    kind: 'history',
    hint: 'lazy',
    source: { type: 'message', id: '7' },
    name: { for: 'archive', range: '1-9' },
  });
  await files.pin({ conversationId, id: one.id, pinned: true });
  return { one, other, repetitive, lazy };
};

describe('export and import (S0-18)', () => {
  it('restores ids, bytes, hints and times elsewhere, lazy ones with their content [S0-18]', async () => {
    const { one, other, repetitive, lazy } = await fill();
    await world.files.clean();
    const exported = await world.files.exportTo({ conversationId, path: archive });
    expect(exported).toEqual({ files: 4, bytes: 10 + 300_000 + 42_000_000 + 9 });

    const elsewhere = openFilesWorld();
    try {
      expect(await restore(archive, 'restored', elsewhere.files)).toEqual(exported);
      const told = ({
        id,
        kind,
        hint,
        createdAt,
        pinned,
        source,
        byteSize,
      }: Awaited<ReturnType<typeof list>>[number]) => ({
        id,
        kind,
        hint,
        createdAt,
        pinned,
        source,
        byteSize,
      });
      expect((await list('restored', elsewhere.files)).map(told)).toEqual(
        (await list(conversationId)).map(told),
      );
      for (const { id } of [one, other, repetitive, lazy]) {
        expect(await read('restored', id, elsewhere.files)).toBe(await read(conversationId, id));
      }
      const file = readFileSync(elsewhere.path('restored', 'artifacts/tool/call_2.txt'));
      expect(
        file.equals(readFileSync(world.path(conversationId, 'artifacts/tool/call_2.txt'))),
      ).toBe(true);
      rmSync(elsewhere.path('restored', 'manifest.json'));
      expect(await list('restored', elsewhere.another())).toHaveLength(4);
    } finally {
      await elsewhere.close();
    }
  });

  it('packs context/<conversation>/** and nothing else, in a form any program opens [S0-18]', async () => {
    await world.files.create(conversationId, toolFile('one', 'call_1'));
    await world.files.exportTo({ conversationId, path: archive });
    const zip = await fromBufferPromise(readFileSync(archive), { lazyEntries: true });
    const names = [];
    for await (const entry of zip.eachEntry()) names.push(entry.fileName);
    expect(names.sort()).toEqual([
      `context/${conversationId}/artifacts/tool/call_1.txt`,
      `context/${conversationId}/manifest.json`,
    ]);
    expect(readFileSync(archive).toString('latin1')).not.toContain(world.data);
  });

  it('changes nothing when the same archive comes again, and refuses an id that means another file [S0-18]', async () => {
    const { id } = await world.files.create(conversationId, toolFile('one', 'call_1'));
    await world.files.exportTo({ conversationId, path: archive });
    expect(await restore(archive, conversationId)).toEqual({ files: 0, bytes: 0 });
    expect(await list(conversationId)).toHaveLength(1);

    const elsewhere = world.another({ newId: () => id });
    await elsewhere.create('other', toolFile('different'));
    const before = filesBelow(world.path());
    await expect(restore(archive, 'other')).rejects.toMatchObject({ code: 'CONTEXT_FILE_EXISTS' });
    expect(filesBelow(world.path())).toEqual(before);
    expect(await read('other', id)).toBe('different');
  });

  it('counts and answers only what was not there before [S0-18]', async () => {
    const content = 'one'.repeat(100);
    await world.files.create(conversationId, toolFile(content, 'call_1'));
    await world.files.create(conversationId, toolFile(content, 'call_2'));
    await world.files.exportTo({ conversationId, path: archive });
    // Room for both and a half.
    const tight = world.another({ limits: { conversationBytes: 750, totalBytes: 1350 } });
    expect(await restore(archive, 'target', tight)).toEqual({ files: 2, bytes: 600 });
    const [one] = await list('target', tight);
    await tight.remove({ conversationId: 'target', id: one?.id ?? '' });
    expect(await restore(archive, 'target', tight)).toEqual({ files: 1, bytes: 300 });
    for (const _time of [1, 2]) {
      expect(await restore(archive, 'target', tight)).toEqual({ files: 0, bytes: 0 });
    }
    expect(await list('target', tight)).toHaveLength(2);
    await tight.create('target', toolFile('one'.repeat(40), 'call_3'));
    await expect(restore(archive, 'third', tight)).rejects.toMatchObject({
      code: 'CONTEXT_FILE_QUOTA',
    });
  });

  it('gives a file another name where one of its name is there already [S0-18]', async () => {
    const { id } = await world.files.create(conversationId, toolFile('one', 'call_1'));
    await world.files.exportTo({ conversationId, path: archive });
    const present = await world.files.create('target', toolFile('here first', 'CALL_1'));
    await restore();
    expect(await read('target', id)).toBe('one');
    expect(await read('target', present.id)).toBe('here first');
  });

  it('rebuilds the index of an archive without a manifest [S0-19]', async () => {
    await writeZip([
      { name: 'context/c9/artifacts/tool/call_1.txt', content: 'one' },
      { name: 'context/c9/history/summary/1.md', content: '二' },
    ]);
    expect(await restore()).toEqual({ files: 2, bytes: 6 });
    const items = await list('target');
    expect(items.map(({ kind }) => kind).sort()).toEqual(['artifact', 'history']);
    expect((await Promise.all(items.map(({ id }) => read('target', id)))).sort()).toEqual([
      'one',
      '二',
    ]);
  });

  it('exports an empty conversation, and replaces only archives [S0-18]', async () => {
    expect(await world.files.exportTo({ conversationId, path: archive })).toEqual({
      files: 0,
      bytes: 0,
    });
    await world.files.create(conversationId, toolFile('x'));
    expect(await world.files.exportTo({ conversationId, path: archive })).toEqual({
      files: 1,
      bytes: 1,
    });
    const chapter = join(world.data, 'chapter.md');
    writeFileSync(chapter, '第一章');
    for (const path of [chapter, world.data]) {
      await expect(world.files.exportTo({ conversationId, path })).rejects.toMatchObject({
        code: 'CONTEXT_FILE_EXISTS',
      });
    }
    await expect(
      world.files.exportTo({ conversationId, path: 'relative.zip' }),
    ).rejects.toMatchObject({ code: 'CONTEXT_FILE_INVALID' });
    await expect(
      world.files.exportTo({ conversationId, path: join(world.data, 'no', 'folder.zip') }),
    ).rejects.toMatchObject({ code: 'FILE_WRITE_FAILED' });
    expect(readFileSync(chapter, 'utf8')).toBe('第一章');
    expect(filesBelow(world.data).some((name) => name.includes('.fabula-export'))).toBe(false);
  });

  it('goes over no manuscript that is a zip inside, and over no other zip [S0-18]', async () => {
    const texts = {
      'novel.docx': ['[Content_Types].xml', 'word/document.xml'],
      'novel.epub': ['mimetype', 'META-INF/container.xml'],
      'pages.zip': ['manifest.json', 'context/c1/artifacts/tool/a.txt'],
    };
    for (const [name, entries] of Object.entries(texts)) {
      const path = join(world.data, name);
      const zip = new ZipFile();
      for (const entry of entries) zip.addBuffer(Buffer.from('第一章'), entry);
      zip.end();
      await pipeline(zip.outputStream, createWriteStream(path));
      const before = readFileSync(path);
      await expect(world.files.exportTo({ conversationId, path })).rejects.toMatchObject({
        code: 'CONTEXT_FILE_EXISTS',
      });
      expect(readFileSync(path)).toEqual(before);
    }
  });

  it('leaves no archive when a file cannot be read [S0-18]', async () => {
    const ref = await world.files.create(conversationId, toolFile('x', 'call_1'));
    rmSync(world.path(conversationId, 'artifacts/tool/call_1.txt'));
    await expect(world.files.exportTo({ conversationId, path: archive })).rejects.toMatchObject({
      code: 'CONTEXT_FILE_NOT_FOUND',
      details: { id: ref.id },
    });
    expect(existsSync(archive)).toBe(false);
    expect(filesBelow(world.data).some((name) => name.includes('.fabula-export'))).toBe(false);
  });
});

describe('hostile archives (S0-19)', () => {
  const good = 'context/c1/artifacts/tool/good.txt';
  const expectRefusal = async () => {
    await expect(restore()).rejects.toMatchObject({ code: 'CONTEXT_ARCHIVE_INVALID' });
    expect(await list('target')).toEqual([]);
    // Nothing half-written, and nothing beside the tree.
    expect(
      filesBelow(world.data).filter(
        (name) => name !== 'export.zip' && name !== 'context/target/manifest.json',
      ),
    ).toEqual([]);
  };

  it.each([
    '../../etc/x.txt',
    'context/c1/../../../x.txt',
    'context/c1/artifacts/../../x.txt',
    '/etc/x.txt',
    'C:\\x\\y.txt',
    'context\\c1\\artifacts\\x.txt',
    'context/c1/artifacts/tool/con',
    'context/c1/artifacts/tool/NUL.txt',
    'context/c1/artifacts/tool/a\0.txt',
    'context/c1/artifacts/tool/x. ',
    'context/c1/.refs/abcde.json',
    'context/c1/.lock',
    'context/c1/elsewhere/x.txt',
    'context/other/artifacts/tool/x.txt',
    'artifacts',
  ])('refuses the name %j [S0-19]', async (name) => {
    await writeZip([{ name: good }, { name }]);
    await expectRefusal();
  });

  it.each([
    [good, good],
    [good, 'context/c1/artifacts/tool/GOOD.txt'],
    ['context/c1/artifacts/tool/\u00e9.txt', 'context/c1/artifacts/tool/e\u0301.txt'],
  ])('refuses two names for one file: %s, %s [S0-19]', async (one, other) => {
    await writeZip([{ name: one }, { name: other }]);
    await expectRefusal();
  });

  it('refuses links and special files [S0-19]', async () => {
    for (const mode of [0o120777, 0o020666, 0o140777]) {
      await writeZip([{ name: good, content: '/etc/passwd', mode }]);
      await expectRefusal();
    }
  });

  it('refuses bombs before unpacking them, and too many files [S0-19]', async () => {
    await writeZip([{ name: good, content: Buffer.alloc(40 * 1024 * 1024) }]);
    await expectRefusal();
    await writeZip([{ name: good }, { name: 'context/c1/artifacts/tool/more.txt' }]);
    const small = world.another({ limits: { archiveEntries: 1 } });
    await expect(restore(archive, 'target', small)).rejects.toMatchObject({
      code: 'CONTEXT_ARCHIVE_INVALID',
    });
    const poor = world.another({ limits: { conversationBytes: 1 } });
    await expect(restore(archive, 'target', poor)).rejects.toMatchObject({
      code: 'CONTEXT_FILE_QUOTA',
    });
  });

  it('refuses a size that lies [S0-19]', async () => {
    await writeZip([{ name: good, content: Buffer.alloc(30 * 1024 * 1024) }]);
    const bytes = readFileSync(archive);
    const directory = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt32LE(1000, directory + 24);
    writeFileSync(archive, bytes);
    await expectRefusal();
  });

  it('refuses damaged contents, manifests and archives [S0-19]', async () => {
    await writeZip([{ name: good, content: 'some content', compress: false }]);
    const bytes = readFileSync(archive);
    bytes.write('SOME', bytes.indexOf('some content'));
    writeFileSync(archive, bytes);
    await expectRefusal();
    await writeZip([{ name: good }, { name: 'context/c1/manifest.json', content: '{"version":1' }]);
    await expectRefusal();
    for (const content of ['', 'no zip at all', readFileSync(archive).subarray(0, 60)]) {
      writeFileSync(archive, content);
      await expectRefusal();
    }
    rmSync(archive);
    await expect(restore()).rejects.toMatchObject({ code: 'CONTEXT_ARCHIVE_INVALID' });
    await expect(restore('relative.zip')).rejects.toMatchObject({
      code: 'CONTEXT_ARCHIVE_INVALID',
    });
  });

  it('refuses contents that are not what the manifest says, or are not there [S0-19]', async () => {
    const ref = await world.files.create(conversationId, toolFile('original', 'good'));
    const manifest = readFileSync(world.path(conversationId, 'manifest.json'));
    await world.files.removeConversation(conversationId);
    expect(ref.byteSize).toBe(8);
    const index = { name: 'context/c1/manifest.json', content: manifest };
    await writeZip([{ name: good, content: 'tampered' }, index]);
    await expectRefusal();
    await writeZip([index]);
    await expectRefusal();
    const led = Buffer.from(
      manifest.toString().replace('artifacts/tool/good.txt', '../../outside/x.txt'),
    );
    await writeZip([
      { name: good, content: 'original' },
      { ...index, content: led },
    ]);
    await expectRefusal();
    await writeZip([{ name: good, content: 'original' }, index]);
    expect(await restore()).toEqual({ files: 1, bytes: 8 });
    expect(await read('target', ref.id)).toBe('original');
  });
});
