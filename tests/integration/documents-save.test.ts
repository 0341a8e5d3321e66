import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, startProjects } from '#tests/helpers/projects.ts';

type Folder = Awaited<ReturnType<typeof makeFolder>>;
type Desk = Awaited<ReturnType<typeof startProjects>>;

let folder: Folder;
let desk: Desk;

beforeEach(async () => {
  folder = await makeFolder({ '第一章.md': '# 起\n\n海水退去。\n\n灯还亮着。\n' });
  desk = await startProjects(folder.base);
});
afterEach(async () => {
  await desk.stop();
  await folder.remove();
});

const openFirst = async () => {
  const project = await desk.projects.open({ path: folder.root });
  const documentId = project.documents[0]?.documentId ?? '';
  const { text, version } = await desk.documents.read(project.projectId, documentId);
  return { projectId: project.projectId, documentId, text, version };
};

describe('saving', () => {
  it('writes the text, answers its counts and leaves no other file behind', async () => {
    const { projectId, documentId, version } = await openFirst();
    const saved = await desk.documents.save({
      projectId,
      documentId,
      text: '# 新\n\n海。Ann said.\n',
      expectedVersion: version,
    });
    expect((await folder.read('第一章.md')).toString()).toBe('# 新\n\n海。Ann said.\n');
    expect(saved).toMatchObject({ charCount: 11, wordCount: 4, merged: false });
    expect(saved.version).not.toBe(version);
    expect(await readdir(folder.root)).toEqual(['.fabula', '第一章.md']);
    expect(desk.documents.info(projectId, documentId)).toMatchObject({
      title: '新',
      charCount: 11,
    });
    expect((await desk.documents.read(projectId, documentId)).version).toBe(saved.version);
  });

  it('tells with what is written since when, as the list of chapters has it [W1]', async () => {
    const { projectId, documentId, version } = await openFirst();
    const before = desk.documents.info(projectId, documentId).modifiedAt;
    const saving = { projectId, documentId, text: '# 新\n\n海。\n', expectedVersion: version };
    await desk.documents.save(saving);
    const { charCount, wordCount, modifiedAt } = desk.documents.info(projectId, documentId);
    const told = desk.seen.flatMap(({ name, payload }) =>
      name === 'document:changed' ? [payload.counts] : [],
    );
    expect(told).toEqual([{ charCount, wordCount, modifiedAt }]);
    expect(modifiedAt).toBeGreaterThan(before);
  });

  it('refuses a text with half of a character instead of writing another one', async () => {
    const { projectId, documentId, text, version } = await openFirst();
    for (const torn of ['\ud83d', 'x\ude00y']) {
      await expect(
        desk.documents.save({
          projectId,
          documentId,
          text: `${text}${torn}\n`,
          expectedVersion: version,
        }),
      ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    expect((await folder.read('第一章.md')).toString()).toBe(text);
  });

  it('answers DOCUMENT_CONFLICT to a stale version of its own and keeps both texts', async () => {
    const { projectId, documentId, text, version } = await openFirst();
    const first = await desk.documents.save({
      projectId,
      documentId,
      text: `${text}甲\n`,
      expectedVersion: version,
    });
    await expect(
      desk.documents.save({ projectId, documentId, text: `乙\n${text}`, expectedVersion: version }),
    ).rejects.toMatchObject({ code: 'DOCUMENT_CONFLICT', details: { version: first.version } });
    expect((await folder.read('第一章.md')).toString()).toBe(`${text}甲\n`);
    const conflict = await desk.documents.readConflict(projectId, documentId);
    expect(conflict).toMatchObject({
      base: text,
      mine: `乙\n${text}`,
      theirs: `${text}甲\n`,
      theirsVersion: first.version,
    });
    expect(desk.documents.info(projectId, documentId).hasConflict).toBe(true);

    const resolved = await desk.documents.resolveConflict({
      projectId,
      documentId,
      text: `乙\n${text}甲\n`,
      theirsVersion: first.version,
    });
    expect((await folder.read('第一章.md')).toString()).toBe(`乙\n${text}甲\n`);
    expect(desk.documents.info(projectId, documentId).hasConflict).toBeUndefined();
    expect((await desk.documents.read(projectId, documentId)).version).toBe(resolved.version);
  });

  it('merges an outside edit of another paragraph and says so', async () => {
    const { projectId, documentId, text, version } = await openFirst();
    await folder.write('第一章.md', text.replace('灯还亮着。', '灯灭了。'));
    const mine = text.replace('海水退去。', '海水涨起。');
    const saved = await desk.documents.save({
      projectId,
      documentId,
      text: mine,
      expectedVersion: version,
    });
    expect(saved.merged).toBe(true);
    const both = text.replace('灯还亮着。', '灯灭了。').replace('海水退去。', '海水涨起。');
    expect((await folder.read('第一章.md')).toString()).toBe(both);
    expect(await desk.documents.read(projectId, documentId)).toEqual({
      text: both,
      version: saved.version,
    });
  });

  it('keeps both versions when an outside edit touches the same paragraph', async () => {
    const { projectId, documentId, text, version } = await openFirst();
    const theirs = text.replace('海水退去。', '海水没有退。');
    await folder.write('第一章.md', theirs);
    const mine = text.replace('海水退去。', '海水涨起。');
    await expect(
      desk.documents.save({ projectId, documentId, text: mine, expectedVersion: version }),
    ).rejects.toMatchObject({ code: 'DOCUMENT_CONFLICT' });
    expect(await desk.documents.readConflict(projectId, documentId)).toMatchObject({
      base: text,
      mine,
      theirs,
    });
    expect((await folder.read('第一章.md')).toString()).toBe(theirs);
    const reasons = (await desk.documents.listSnapshots(projectId, documentId)).map(
      ({ reason }) => reason,
    );
    expect(reasons).toEqual(['conflict', 'outsideEdit']);
  });

  it('refuses to empty a chapter unless it is asked to', async () => {
    const { projectId, documentId, version } = await openFirst();
    const empty = { projectId, documentId, text: ' \n', expectedVersion: version };
    await expect(desk.documents.save(empty)).rejects.toMatchObject({
      code: 'DOCUMENT_EMPTY_OVERWRITE',
    });
    await desk.documents.save({ ...empty, allowEmpty: true });
    expect((await folder.read('第一章.md')).toString()).toBe(' \n');
  });

  it('keeps encoding and line ends, and becomes UTF-8 only for what the encoding cannot hold', async () => {
    const big5 = iconv.encode('第一章 記潮的人\r\n\r\n海水在夜裡退去，燈還亮著。\r\n', 'big5');
    await folder.write('b.txt', big5);
    const project = await desk.projects.open({ path: folder.root });
    const info = project.documents.find(({ path }) => path === 'b.txt');
    expect(info?.encoding).toBe('Big5');
    expect(project.problems).toEqual([
      { path: 'b.txt', problem: 'encodingGuessed', detail: 'Big5' },
    ]);
    const { projectId } = project;
    const documentId = info?.documentId ?? '';
    const { text, version } = await desk.documents.read(projectId, documentId);
    expect(text).toBe('第一章 記潮的人\n\n海水在夜裡退去，燈還亮著。\n');
    const next = await desk.documents.save({
      projectId,
      documentId,
      text: `${text}完。\n`,
      expectedVersion: version,
    });
    expect(await folder.read('b.txt')).toEqual(
      iconv.encode(`${text}完。\n`.replaceAll('\n', '\r\n'), 'big5'),
    );

    await desk.documents.save({
      projectId,
      documentId,
      text: `${text}😀\n`,
      expectedVersion: next.version,
    });
    expect((await folder.read('b.txt')).toString('utf8')).toBe(
      `${text}😀\n`.replaceAll('\n', '\r\n'),
    );
    expect(desk.documents.info(projectId, documentId).encoding).toBe('UTF-8');
    const kept = desk.database
      .prepare('SELECT original_bytes FROM snapshots WHERE original_bytes IS NOT NULL')
      .all();
    expect(kept).toEqual([
      { original_bytes: iconv.encode(`${text}完。\n`.replaceAll('\n', '\r\n'), 'big5') },
    ]);
  });

  it('makes a chapter again whose file was taken away while it was being written', async () => {
    const { projectId, documentId, text, version } = await openFirst();
    await rm(join(folder.root, '第一章.md'));
    await desk.documents.save({
      projectId,
      documentId,
      text: `${text}还在写。\n`,
      expectedVersion: version,
    });
    expect((await folder.read('第一章.md')).toString()).toBe(`${text}还在写。\n`);
  });

  it('answers PROJECT_FOLDER_MISSING, does not make the folder anew, and gives the text back when it returns', async () => {
    const { projectId, documentId, text, version } = await openFirst();
    await rename(folder.root, join(folder.base, 'elsewhere'));
    await expect(
      desk.documents.save({
        projectId,
        documentId,
        text: `${text}不丢。\n`,
        expectedVersion: version,
      }),
    ).rejects.toMatchObject({ code: 'PROJECT_FOLDER_MISSING' });
    expect(await readdir(folder.base)).not.toContain('novel');
    const again = await desk.projects.open({ path: join(folder.base, 'elsewhere') });
    expect(again.projectId).toBe(projectId);
    expect((await desk.documents.read(projectId, documentId)).text).toBe(`${text}不丢。\n`);
  });

  it('serialises saves of one chapter: of many from one version exactly one wins', async () => {
    const { projectId, documentId, text, version } = await openFirst();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) =>
        desk.documents.save({
          projectId,
          documentId,
          text: `${at}\n${text}`,
          expectedVersion: version,
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await folder.read('第一章.md')).toString()).toBe(`0\n${text}`);
  });

  it('refuses NUL characters and texts too large to be opened again', async () => {
    const { projectId, documentId, version } = await openFirst();
    const save = (text: string) =>
      desk.documents.save({ projectId, documentId, text, expectedVersion: version });
    await expect(save('a\0b')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(save('海'.repeat(4_000_000))).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
    });
  });

  it('S3-41 does not give out a chapter of another project', async () => {
    const { documentId } = await openFirst();
    await writeFile(join(folder.base, 'data', 'x'), '');
    const other = await makeFolder({ 'a.md': 'Other book here.' });
    const project = await desk.projects.open({ path: other.root });
    await expect(desk.documents.read(project.projectId, documentId)).rejects.toMatchObject({
      code: 'DOCUMENT_NOT_FOUND',
    });
    await other.remove();
  });
});
