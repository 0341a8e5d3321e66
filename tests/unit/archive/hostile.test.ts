import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { createRowsDatabase, digestRows } from '#main/archive/book-rows.ts';
import type { Manifest } from '#main/archive/manifest.ts';
import { isInsidePath } from '#main/archive/manifest.ts';
import { emptySeal, sealArchive } from '#main/archive/seal.ts';
import { unpackBook } from '#main/archive/unpack-book.ts';
import { migrations } from '#main/db/migrations/index.ts';

const newest = migrations.at(-1)?.number ?? 0;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-hostile-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Parts = {
  files: Record<string, Buffer>;
  manifest?: (manifest: Manifest) => unknown;
  rows?: (database: ReturnType<typeof createRowsDatabase>) => void;
  schema?: number;
  more?: Record<string, Buffer>;
};

/** A file that is sealed and named as ours are: whoever made it knows how. */
const archiveOf = async ({ files, manifest, rows, schema = newest, more = {} }: Parts) => {
  const rowsFile = join(folder, 'rows.sqlite');
  const database = createRowsDatabase(rowsFile, schema, null);
  database
    .prepare(
      `INSERT INTO projects (project_id, name, language, path, created_at, opened_at)
       VALUES ('p1', 'Book', 'en', '', 1, 0)`,
    )
    .run();
  rows?.(database);
  const rowsSha256 = digestRows(database, 'p1');
  database.close();
  const said: Manifest = {
    ...{ format: 'fabula-book', formatVersion: 1, projectId: 'p1', name: 'Book', createdAt: 1 },
    ...{ schema, rowsSha256, leftOut: 0 },
    files: Object.entries(files).map(([path, bytes]) => ({
      ...{ path, size: bytes.byteLength, sha256: sha256(bytes) },
    })),
  };
  const zip = new ZipFile();
  for (const [path, bytes] of Object.entries({ ...files, ...more })) {
    // Names that yazl refuses are put in afterwards, byte for byte.
    zip.addBuffer(bytes, path.replaceAll('..', '@@'));
  }
  zip.addBuffer(readFileSync(rowsFile), 'book.sqlite');
  rmSync(rowsFile);
  zip.addBuffer(Buffer.from(JSON.stringify(manifest?.(said) ?? said)), 'manifest.json');
  const options = { forceZip64Format: false, comment: emptySeal };
  zip.end(options);
  const path = join(folder, 'book.fabula');
  const bytes = await buffer(zip.outputStream);
  writeFileSync(path, Buffer.from(bytes.toString('latin1').replaceAll('@@', '..'), 'latin1'));
  await sealArchive(path);
  return path;
};

const codeOf = async (path: string): Promise<string> => {
  const into = join(folder, 'into');
  mkdirSync(into);
  try {
    await unpackBook(path, into, { binding: null, isKept: false, onStep: () => undefined });
    return 'ok';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
};

const chapter = { 'book/01.md': Buffer.from('# One\n') };
const documentAt = (path: string) => (database: ReturnType<typeof createRowsDatabase>) => {
  database
    .prepare(
      `INSERT INTO documents (document_id, project_id, state, path, inode, size, modified_at, version, title,
         encoding, encoding_guessed, char_count, word_count)
       VALUES ('d', 'p1', 'present', ?, '', 1, 0, 'v', 't', 'UTF-8', 0, 1, 1)`,
    )
    .run(path);
};
const conversationOf = (id: string) => (database: ReturnType<typeof createRowsDatabase>) => {
  database
    .prepare(
      `INSERT INTO conversations (conversation_id, project_id, title, created_at, updated_at, context_window)
       VALUES (?, 'p1', 't', 1, 1, 1000)`,
    )
    .run(id);
};

describe('a file of a book that a stranger made', () => {
  it('is taken when it is honest, of today and of an earlier version [B9]', async () => {
    expect(await codeOf(await archiveOf({ files: chapter, rows: documentAt('01.md') }))).toBe('ok');
    rmSync(join(folder, 'into'), { recursive: true });
    expect(await codeOf(await archiveOf({ files: chapter, schema: 27 }))).toBe('ok');
  });

  it.each<[string, Parts, string]>([
    ['names a place above', { files: { 'book/../../x.md': Buffer.from('x') } }, 'ARCHIVE_DAMAGED'],
    ['names a place of its own', { files: { 'other/x.md': Buffer.from('x') } }, 'ARCHIVE_DAMAGED'],
    [
      'holds more than it names',
      { files: chapter, more: { 'book/x': Buffer.from('x') } },
      'ARCHIVE_DAMAGED',
    ],
    [
      'names more than it holds',
      {
        files: chapter,
        manifest: (one) => ({
          ...one,
          files: [...one.files, { path: 'book/2.md', size: 1, sha256: sha256(Buffer.from('x')) }],
        }),
      },
      'ARCHIVE_DAMAGED',
    ],
    [
      'has another text than it says',
      {
        files: chapter,
        manifest: (one) => ({
          ...one,
          files: one.files.map((file) => ({ ...file, sha256: sha256(Buffer.from('other')) })),
        }),
      },
      'ARCHIVE_DAMAGED',
    ],
    [
      'has a list that is none',
      { files: chapter, manifest: () => ({ format: 'x' }) },
      'ARCHIVE_DAMAGED',
    ],
    [
      'is of a later version',
      { files: chapter, manifest: (one) => ({ ...one, schema: newest + 1 }) },
      'ARCHIVE_NEWER',
    ],
    [
      'has records that act when they are read',
      {
        files: chapter,
        rows: (database) =>
          void database.exec('CREATE TRIGGER t AFTER INSERT ON projects BEGIN SELECT 1; END'),
      },
      'ARCHIVE_DAMAGED',
    ],
    [
      'has a record of a place above',
      { files: chapter, rows: documentAt('../../x.md') },
      'ARCHIVE_DAMAGED',
    ],
    [
      'has a record of a whole path',
      { files: chapter, rows: documentAt('/etc/passwd') },
      'ARCHIVE_DAMAGED',
    ],
    [
      'is of a book whose id leads elsewhere',
      { files: chapter, manifest: (one) => ({ ...one, projectId: '..' }) },
      'ARCHIVE_DAMAGED',
    ],
    [
      'has a conversation whose id leads elsewhere',
      { files: chapter, rows: conversationOf('../../keys') },
      'ARCHIVE_DAMAGED',
    ],
    [
      'has other records than it says',
      { files: chapter, manifest: (one) => ({ ...one, rowsSha256: sha256(Buffer.from('')) }) },
      'ARCHIVE_DAMAGED',
    ],
    [
      'unpacks to far more than it is',
      { files: { 'book/bomb.md': Buffer.alloc(32 * 1024 * 1024) } },
      'ARCHIVE_TOO_LARGE',
    ],
  ])('is refused when it %s, and nothing is written outside [B9]', async (_what, parts, code) => {
    const path = await archiveOf(parts);
    expect(await codeOf(path)).toBe(code);
    expect(readdirSync(folder).sort()).toEqual(['book.fabula', 'into']);
  });

  it.each([
    ['no zip', Buffer.from('my letters'.repeat(50))],
    ['empty', Buffer.alloc(0)],
    ['a zip of something else', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  ])('is refused when it is %s [B9]', async (_what, bytes) => {
    const path = join(folder, 'book.fabula');
    writeFileSync(path, bytes);
    expect(await codeOf(path)).toBe('ARCHIVE_DAMAGED');
  });

  it('is refused when it was cut off [B9]', async () => {
    const path = await archiveOf({ files: chapter });
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length - 1000));
    expect(await codeOf(path)).toBe('ARCHIVE_DAMAGED');
  });

  it('means one place in its folder by each name, on every system', () => {
    const good = ['book/01.md', 'book/卷一/01 雪.md', 'book/.fabula/project.json'];
    const bad = [
      '',
      '/x',
      'a//b',
      './a',
      'a/..',
      '..',
      'a\\b',
      'C:/x',
      'a\0b',
      'a/\n',
      'a'.repeat(256),
    ];
    expect(good.filter((path) => !isInsidePath(path))).toEqual([]);
    expect(bad.filter(isInsidePath)).toEqual([]);
  });
});
