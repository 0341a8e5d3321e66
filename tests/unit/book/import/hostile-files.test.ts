import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { readSource } from '#main/book/import/read-source.ts';
import {
  docxOf,
  epubOf,
  paragraph,
  reading,
  rtfOf,
  scrivenerFiles,
  writeFiles,
  zipOf,
} from '#tests/helpers/import-files.ts';

let folder: string;
let number = 0;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-import-hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Buffer): string => {
  number += 1;
  const place = path.join(folder, `${number}-${name}`);
  writeFileSync(place, content);
  return place;
};
const pictures = (): string => {
  number += 1;
  const place = path.join(folder, `${number}-pictures`);
  mkdirSync(path.join(place, '.hidden'), { recursive: true });
  writeFileSync(path.join(place, 'a.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
  writeFileSync(path.join(place, '.hidden', 'b.md'), '# Not of the writer\n\nText.\n');
  return place;
};
/** The code it is refused with; `ok` when it is read. */
const codeOf = async (place: string, limits = reading.limits): Promise<string> => {
  try {
    await readSource({ path: place }, { ...reading, limits });
    return 'ok';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

/** A zip with one name changed to another of the same length, which no honest program would write. */
const renamed = (zip: Buffer, from: string, to: string): Buffer =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

const billionLaughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`;

describe('a hostile file', () => {
  it.each<[string, () => Promise<string> | string, string]>([
    ['that is not there', () => path.join(folder, 'nowhere.txt'), 'IMPORT_FILE_MISSING'],
    ['with a name no system has', () => `${folder}/a\u0000b`, 'IMPORT_FILE_MISSING'],
    ['that is empty', () => file('a.txt', ''), 'IMPORT_NOTHING_FOUND'],
    ['of white space alone', () => file('a.txt', ' \n\u3000\r\n'), 'IMPORT_NOTHING_FOUND'],
    ['that is a folder without a text', () => pictures(), 'IMPORT_FORMAT_UNKNOWN'],
    [
      'that is a PDF, of letters alone',
      () => file('a.txt', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
      'IMPORT_FORMAT_UNKNOWN',
    ],
    [
      'that has a page in the place of a Word document',
      () => file('a.docx', '<html>Please sign in</html>'),
      'IMPORT_FILE_DAMAGED',
    ],
    [
      'that has half a page in the place of a book',
      () => file('a.epub', 'no such file'),
      'IMPORT_FILE_DAMAGED',
    ],
    ['that is a device', () => '/dev/zero', 'IMPORT_FORMAT_UNKNOWN'],
    [
      'that is a picture',
      () => file('a.txt', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
      'IMPORT_FORMAT_UNKNOWN',
    ],
    [
      'packed in another way',
      () => file('a.docx', gzipSync('x'.repeat(5000))),
      'IMPORT_FORMAT_UNKNOWN',
    ],
    [
      'that is a Word document with a password',
      () =>
        file(
          'locked.docx',
          Buffer.concat([
            Buffer.from('d0cf11e0a1b11ae1'.padEnd(2000, '0'), 'hex'),
            Buffer.from('EncryptedPackage', 'utf16le'),
            Buffer.alloc(512),
          ]),
        ),
      'IMPORT_FILE_PROTECTED',
    ],
    [
      'of an old Word',
      () => file('a.docx', Buffer.from('d0cf11e0a1b11ae1'.padEnd(2000, '0'), 'hex')),
      'IMPORT_FORMAT_UNKNOWN',
    ],
    [
      'that is a zip of something else',
      async () => file('a.docx', await zipOf({ 'a.txt': 'x' })),
      'IMPORT_FORMAT_UNKNOWN',
    ],
    [
      'that only begins like a zip',
      () => file('a.epub', 'PK\u0003\u0004 and nothing more'),
      'IMPORT_FILE_DAMAGED',
    ],
    [
      'that declares entities',
      async () => file('a.docx', await docxOf('', { 'word/document.xml': billionLaughs })),
      'IMPORT_FILE_DAMAGED',
    ],
    [
      'whose tags nest without end',
      async () => file('a.docx', await docxOf('<w:p>'.repeat(100_000))),
      'IMPORT_TOO_LARGE',
    ],
    [
      'whose tags do not close',
      async () => file('a.docx', await docxOf('<w:p><w:r></w:p></w:r>')),
      'IMPORT_FILE_DAMAGED',
    ],
    [
      'whose text breaks off',
      () => file('a.rtf', rtfOf(['a', 'b']).slice(0, -3)),
      'IMPORT_FILE_DAMAGED',
    ],
    [
      'with groups without end',
      () => file('a.rtf', `{\\rtf1 ${'{'.repeat(100_000)}`),
      'IMPORT_TOO_LARGE',
    ],
    ['with too many closed groups', () => file('a.rtf', '{\\rtf1 a}}}}'), 'IMPORT_FILE_DAMAGED'],
    [
      'whose pages are locked',
      async () =>
        file(
          'a.epub',
          await epubOf('x', [{ title: 'a', html: '<p>a</p>' }], {
            'META-INF/encryption.xml':
              '<encryption><EncryptedData><CipherData><CipherReference URI="OEBPS/p%200.xhtml"/></CipherData></EncryptedData></encryption>',
          }),
        ),
      'IMPORT_FILE_PROTECTED',
    ],
    [
      'whose names lead out of a folder',
      async () =>
        file(
          'a.docx',
          renamed(await docxOf(paragraph('x'), { 'aaaaaaaa/x': 'x' }), 'aaaaaaaa/x', '../../../x'),
        ),
      'IMPORT_FILE_DAMAGED',
    ],
    [
      'whose names begin at the root',
      async () =>
        file(
          'a.docx',
          renamed(await docxOf(paragraph('x'), { 'aaa/passwd': 'x' }), 'aaa/passwd', '/tc/passwd'),
        ),
      'IMPORT_FILE_DAMAGED',
    ],
    [
      'that is a link to nothing',
      () => {
        const place = path.join(folder, 'link.txt');
        symlinkSync(path.join(folder, 'nothing'), place);
        return place;
      },
      'IMPORT_FILE_MISSING',
    ],
  ])('%s is refused by its code [B10]', async (_what, make, code) => {
    expect(await codeOf(await make())).toBe(code);
  });

  it('that unpacks to a thousand times its size is refused before it is unpacked [B10]', async () => {
    const bomb = file('a.docx', await docxOf(paragraph('零'.repeat(20 * 1024 * 1024))));
    expect(await codeOf(bomb)).toBe('IMPORT_TOO_LARGE');
  });

  it('that lies about the size of what it holds is refused [B10]', async () => {
    const zip = await docxOf(paragraph('x'.repeat(5000)));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(Buffer.byteLength(zip.toString('latin1')) >> 4);
    const at = zip.lastIndexOf('word/document.xml') - 46 + 24;
    size.copy(zip, at);
    expect(await codeOf(file('a.docx', zip))).toBe('IMPORT_FILE_DAMAGED');
  });

  it('of more files than a book has is refused [B10]', async () => {
    const entries = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x/${at}`, 'x']));
    const place = file('a.docx', await docxOf(paragraph('x'), entries));
    expect(await codeOf(place, { ...reading.limits, archiveEntries: 50 })).toBe('IMPORT_TOO_LARGE');
  });

  it('of 50 MB is refused without being read [B10]', async () => {
    const place = file('a.txt', 'x');
    truncateSync(place, 50_000_000);
    expect(await codeOf(place)).toBe('IMPORT_TOO_LARGE');
  });

  it('cut anywhere is refused or read, never an error nobody expects [B10]', async () => {
    const whole = [
      await docxOf(paragraph('第一章', '1') + paragraph('雪。')),
      await epubOf('x', [{ title: 'a', html: '<h1>a</h1><p>b</p>' }]),
      await zipOf(
        scrivenerFiles('s', [
          {
            id: 'D',
            type: 'DraftFolder',
            title: 'd',
            children: [{ id: 'A', title: 'a', paragraphs: ['x'] }],
          },
        ]),
      ),
      Buffer.from(rtfOf(['雪', 'b'])),
    ];
    for (const bytes of whole) {
      for (let share = 1; share < 12; share += 1) {
        const code = await codeOf(
          file('cut.docx', bytes.subarray(0, Math.floor((bytes.length * share) / 12))),
        );
        expect(code).toMatch(/^IMPORT_(?:FILE_DAMAGED|FORMAT_UNKNOWN|NOTHING_FOUND)$/);
      }
    }
  });

  it('of any bytes is refused or read, never an error nobody expects [B10]', async () => {
    const zip = await docxOf(paragraph('第一章', '1') + paragraph('雪。'.repeat(50)));
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((some) => Buffer.from(some)),
      fc
        .uint8Array({ maxLength: 200 })
        .map((some) => Buffer.concat([Buffer.from('{\\rtf1'), Buffer.from(some)])),
      fc.tuple(fc.nat(zip.length - 1), fc.nat(255)).map(([at, byte]) => {
        const changed = Buffer.from(zip);
        changed[at] = byte;
        return changed;
      }),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (some) => {
        expect(await codeOf(file('any.txt', some))).toMatch(/^(?:ok|IMPORT_[A-Z_]+)$/);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a Scrivener project', () => {
  it('with a link out of it reads nothing from there [B10]', async () => {
    const home = path.join(folder, 'linked');
    const documents = [
      {
        id: 'D',
        type: 'DraftFolder',
        title: 'd',
        children: [
          { id: 'A', title: 'a' },
          { id: 'B', title: 'b', paragraphs: ['inside'] },
        ],
      },
    ];
    writeFiles(home, scrivenerFiles('s', documents));
    writeFiles(folder, { 'secret.rtf': rtfOf(['outside']) });
    mkdirSync(path.join(home, 's.scriv/Files/Data/A'), { recursive: true });
    symlinkSync(
      path.join(folder, 'secret.rtf'),
      path.join(home, 's.scriv/Files/Data/A/content.rtf'),
    );
    const { chapters } = await readSource({ path: path.join(home, 's.scriv') }, reading);
    expect(chapters.map(({ body }) => body)).toEqual(['inside']);
  });

  it('whose ids lead elsewhere reads nothing from there [B10]', async () => {
    const home = path.join(folder, 'ids');
    writeFiles(home, { 'elsewhere/content.rtf': rtfOf(['outside']) });
    const children = [
      { id: '../../../elsewhere', title: 'a' },
      { id: 'B', title: 'b', paragraphs: ['inside'] },
    ];
    writeFiles(home, scrivenerFiles('s', [{ id: 'D', type: 'DraftFolder', title: 'd', children }]));
    const { chapters } = await readSource({ path: path.join(home, 's.scriv') }, reading);
    expect(chapters.map(({ body }) => body)).toEqual(['inside']);
  });
});
