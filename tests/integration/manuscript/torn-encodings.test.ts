import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, describe, expect, it } from 'vitest';
import { type Manuscript, startManuscript } from '#tests/helpers/manuscript.ts';

const prose =
  '第一章 记潮的人。\n\n海水在夜里退去，灯还亮着；她说：“我记得。”\n\n门槛上的水印有三道。\n\n'.repeat(
    4,
  );

let desk: Manuscript;
afterEach(() => desk.close());

const bytesOf = (path: string): Promise<Buffer> => readFile(join(desk.root, path));

const torn = (encoding: string, at: number, bad: number[]): Buffer => {
  const whole = iconv.encode(prose, encoding);
  return Buffer.concat([whole.subarray(0, at), Buffer.from(bad), whole.subarray(at)]);
};

/** Bytes of no encoding in particular: whoever reads them must be told what they are. */
const riddle = iconv.encode(
  'Москва слезам не верит. Он сказал это тихо, и никто не ответил.\n',
  'koi8-r',
);

describe('chapters with bytes that belong to no character', () => {
  for (const [encoding, name] of [
    ['utf8', 'UTF-8'],
    ['gbk', 'GB18030'],
  ] as const) {
    it(`are written again to the byte around what was changed (${name}) [F17]`, async () => {
      const bytes = torn(encoding, iconv.encode('第一章 记潮的人。\n\n', encoding).length, [0xff]);
      desk = await startManuscript({ 'a.md': bytes });
      const { projectId } = desk;
      const documentId = await desk.idOf('a.md');
      const { documents } = await desk.call('documents:list', { projectId });
      expect(documents[0]).toMatchObject({ encoding: name, badBytes: 1 });
      const { text, version } = await desk.call('documents:read', { projectId, documentId });
      const input = { projectId, documentId, text: `${text}完。\n`, expectedVersion: version };
      const saved = await desk.call('documents:save', input);
      const end = iconv.encode('完。\n', encoding);
      expect(await bytesOf('a.md')).toEqual(Buffer.concat([bytes, end]));
      await desk.restart();
      const again = await desk.call('documents:read', { projectId, documentId });
      expect(again).toMatchObject({ text: `${text}完。\n`, version: saved.version });
    });
  }

  it('can only be read while nobody can say what they are, until an encoding is chosen [F17]', async () => {
    desk = await startManuscript({ 'a.md': riddle });
    const { projectId } = desk;
    const documentId = await desk.idOf('a.md');
    const scope = { projectId, documentId };
    const { documents } = await desk.call('documents:list', { projectId });
    expect(documents[0]).toMatchObject({ encodingUnsure: true });
    const { version } = await desk.call('documents:read', scope);
    const refused = await desk.fail('documents:save', {
      ...scope,
      text: 'Written in.\n',
      expectedVersion: version,
    });
    expect(refused.code).toBe('DOCUMENT_ENCODING_UNSURE');
    expect(await bytesOf('a.md')).toEqual(riddle);

    const { items } = await desk.call('documents:encodings:list', scope);
    const choice = items.find(({ encoding }) => encoding === 'KOI8-R');
    expect(choice?.preview).toContain('Москва слезам не верит');
    const chosen = await desk.call('documents:encodings:choose', { ...scope, encoding: 'KOI8-R' });
    expect(chosen.text).toContain('Москва слезам не верит');
    await desk.restart();
    const read = await desk.call('documents:read', scope);
    expect(read).toMatchObject({ text: chosen.text, version: chosen.version });
    await desk.call('documents:save', {
      ...scope,
      text: `${read.text}Да.\n`,
      expectedVersion: read.version,
    });
    const added = iconv.encode('Да.\n', 'koi8-r');
    expect(await bytesOf('a.md')).toEqual(Buffer.concat([riddle, added]));
    const unknown = { ...scope, encoding: 'no-such' };
    expect((await desk.fail('documents:encodings:choose', unknown)).code).toBe('INVALID_INPUT');
  });

  it('come back as the files they were, to the byte [F17]', async () => {
    const big5 = iconv.encode('第一章 記潮的人\r\n\r\n海水在夜裡退去，燈還亮著。\r\n', 'big5');
    desk = await startManuscript({ 'a.txt': big5 });
    const { projectId } = desk;
    const documentId = await desk.idOf('a.txt');
    const scope = { projectId, documentId };
    const { text, version } = await desk.call('documents:read', scope);
    const emoji = `${text}😀\n`;
    await desk.call('documents:save', { ...scope, text: emoji, expectedVersion: version });
    const utf8 = await bytesOf('a.txt');
    expect(utf8.toString('utf8')).toContain('😀');

    const { items } = await desk.call('documents:snapshots:list', scope);
    const original = items.find(({ hasOriginal }) => hasOriginal === true);
    const key = { ...scope, snapshotId: original?.snapshotId ?? '' };
    const back = await desk.call('documents:snapshots:restoreOriginal', key);
    expect(back.text).toBe(text);
    expect(await bytesOf('a.txt')).toEqual(big5);
    // And so does what took its place.
    const after = (await desk.call('documents:snapshots:list', scope)).items;
    const before = after.find(
      ({ reason, hasOriginal }) => reason === 'beforeRestore' && hasOriginal,
    );
    const again = { ...scope, snapshotId: before?.snapshotId ?? '' };
    await desk.call('documents:snapshots:restoreOriginal', again);
    expect(await bytesOf('a.txt')).toEqual(utf8);
    const none = items.find(({ hasOriginal }) => hasOriginal !== true);
    const missing = { ...scope, snapshotId: none?.snapshotId ?? '' };
    expect((await desk.fail('documents:snapshots:restoreOriginal', missing)).code).toBe(
      'SNAPSHOT_NOT_FOUND',
    );
  });
});
