import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#shared/contract/index.ts';
import type { OriginCode } from '#shared/domain/origins.ts';
import { type AiWorld, createAiWorld, doneOf } from '#tests/helpers/ai-world.ts';

let world: AiWorld;
beforeAll(async () => {
  world = await createAiWorld();
  await world.connect();
});
afterAll(() => world.close());

type Piece = readonly [words: string, code: OriginCode];
type Book = { projectId: string; ids: string[]; folder: string };

let made = 0;
/** A book of its own in the same program. */
const openBook = async (files: Record<string, string | Buffer>): Promise<Book> => {
  made += 1;
  const folder = join(world.test.folder, `book-${made}`);
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const project = await world.test.call('projects:open', { path: folder, language: 'zh-CN' });
  const ids = project.documents.map(({ documentId }) => documentId);
  return { projectId: project.projectId, ids, folder };
};

const read = ({ projectId, ids }: Book, chapter = 0) =>
  world.test.call('documents:read', { projectId, documentId: ids[chapter] ?? '' });

/** The chapter's words with where each stretch comes from. */
const piecesOf = async (book: Book, chapter = 0): Promise<Piece[]> => {
  const { text, origins } = await read(book, chapter);
  let at = 0;
  const pieces = origins.map(([length, code]): Piece => {
    at += length;
    return [text.slice(at - length, at), code];
  });
  expect(at).toBe(text.length);
  return pieces;
};

/** Saves as a page does that saw all of it come. */
const writeAs = async (
  book: Book,
  pieces: readonly Piece[],
  more: Partial<Input<'documents:save'>> = {},
) => {
  const { version } = await read(book);
  return world.test.call('documents:save', {
    projectId: book.projectId,
    documentId: book.ids[0] ?? '',
    text: pieces.map(([words]) => words).join(''),
    origins: pieces.map(([words, code]): [number, OriginCode] => [words.length, code]),
    expectedVersion: version,
    ...more,
  });
};

const own = [
  ['# 第一章\n\n', 'typed'],
  ['门开着。', 'pasted'],
  ['𠀀他走了。\n', 'typed'],
] as const;

describe('where the words of a chapter come from [N14]', () => {
  it('is unknown of what was there before, and what a page says of what it saw come', async () => {
    const book = await openBook({ '01.md': '旧的话。\n' });
    expect(await piecesOf(book)).toEqual([['旧的话。\n', 'unknown']]);
    const pieces = [
      ['旧的话。\n', 'unknown'],
      ['新写的。\n', 'typed'],
    ] as const;
    await writeAs(book, pieces);
    expect(await piecesOf(book)).toEqual(pieces);
    await world.test.call('projects:close', { projectId: book.projectId });
    await world.test.call('projects:open', { path: book.folder });
    expect(await piecesOf(book)).toEqual(pieces);
  });

  it('is unknown of what is saved without a word of it, or with one that does not fit, and stays of the rest', async () => {
    const book = await openBook({ '01.md': '' });
    await writeAs(book, own);
    const { text, version } = await read(book);
    const save = { projectId: book.projectId, documentId: book.ids[0] ?? '' };
    const longer = { ...save, text: `${text}谁写的？\n` };
    await world.test.call('documents:save', { ...longer, expectedVersion: version });
    expect(await piecesOf(book)).toEqual([...own, ['谁写的？\n', 'unknown']]);
    const { version: next } = await read(book);
    await world.test.call('documents:save', {
      ...{ ...save, text: `${text}这又是谁？\n`, expectedVersion: next },
      origins: [[3, 'typed']],
    });
    expect(await piecesOf(book)).toEqual([...own, ['这又是谁？\n', 'unknown']]);
  });

  it('is not what somebody says of letters that nobody wrote, nor of a model that nothing was accepted from', async () => {
    const book = await openBook({ '01.md': '门开了。\n' });
    const [own] = await piecesOf(book);
    await writeAs(book, [
      ['门开了。\n', own?.[1] ?? 'unknown'],
      ['雪停了。', 'typed'],
      ['灯亮了。', 'model:nobody'],
    ]);
    const noted = await piecesOf(book);
    expect(noted.slice(-2)).toEqual([
      ['雪停了。', 'typed'],
      ['灯亮了。', 'unknown'],
    ]);
    const { text } = await read(book);
    await writeAs(book, [
      [text.slice(0, -4), 'pasted'],
      [text.slice(-4), 'unknown'],
    ]);
    const after = await piecesOf(book);
    expect(after.find(([words]) => words.includes('雪停了'))).toEqual(['雪停了。', 'typed']);
    const report = await world.test.call('origins:report', { projectId: book.projectId });
    expect(report.chapters[0]?.counts).toMatchObject({ model: 0 });
  });

  it('is a model’s where its words took the place of others, and is told in the report', async () => {
    const { test, projectId, documentId, text } = world;
    const passage = '林远把伞收起来，站在石阶上等船。他想起昨夜的雪，也想起那把钥匙。';
    const start = text.indexOf(passage);
    world.server.script({
      pieces: ['林远收了伞，站在石阶上等船。他想起昨夜的雪，也想起那把钥匙！'],
    });
    const selection = { start, end: start + passage.length };
    const done = doneOf(await world.run({ skillId: 'polish', selection }));
    const candidateId = done.candidateId ?? '';
    await test.call('ai:candidates:accept', { candidateId, hunks: [0] });
    const book = { projectId, ids: [documentId], folder: '' };
    const code = `model:${candidateId}` as const;
    expect(await piecesOf(book)).toEqual([
      [`${text.slice(0, start)}林远收`, 'unknown'],
      ['了伞', code],
      [text.slice(start + '林远把伞收起来'.length), 'unknown'],
    ]);
    const { spans } = await test.call('provenance:read', { projectId, documentId });
    expect(spans.map(({ by, runId }) => [by, runId])).toEqual(
      (await piecesOf(book)).map(([, origin]) =>
        origin === code ? ['model', done.runId] : [origin, undefined],
      ),
    );
    expect(spans[0]?.start).toBe(0);
    for (const [index, { start }] of spans.entries()) {
      if (index > 0) expect(start).toBe(spans[index - 1]?.end);
    }
    const report = await test.call('origins:report', { projectId });
    const [first, second] = report.chapters;
    expect(first?.counts).toMatchObject({ typed: 0, model: 0 });
    expect(second).toMatchObject({
      counts: { model: 2, typed: 0 },
      accepted: [{ sourceId: candidateId, count: 2 }],
      isFenced: false,
    });
    expect(second?.sha256).toMatch(/^[0-9a-f]{64}$/);
    const { runId } = done;
    expect(Math.abs(Date.now() - report.since)).toBeLessThan(3_600_000);
    expect(report.sources).toMatchObject([
      { sourceId: candidateId, runId, skillId: 'polish', model: 'gpt-4o', program: null },
    ]);
    // Nothing of the text itself stands in it.
    expect(JSON.stringify(report)).not.toContain('林远');
  });

  it('stays through replacing, renaming, a split, a merge and their undo', async () => {
    const book = await openBook({ '01.md': '', '02.md': '第二。' });
    const { projectId } = book;
    const [first = '', second = ''] = book.ids;
    await writeAs(book, own);
    const { items } = await world.test.call('manuscript:search', {
      projectId,
      query: '门开',
      limit: 9,
    });
    const places = items.map(({ documentId, start, end, match }) => ({
      ...{ documentId, start, end, expected: match },
    }));
    const { undoId } = await world.test.call('manuscript:replace', {
      ...{ projectId, replacement: '窗还开', places },
    });
    const replaced = [
      ['# 第一章\n\n窗还开', 'typed'],
      ['着。', 'pasted'],
      ['𠀀他走了。\n', 'typed'],
    ] as const;
    expect(await piecesOf(book)).toEqual(replaced);
    await world.test.call('manuscript:undo', { projectId, undoId });
    expect(await piecesOf(book)).toEqual(own);
    await world.test.call('documents:rename', { projectId, documentId: first, title: '开头' });
    const renamed = [['# 开头\n\n', 'typed'], ...own.slice(1)];
    expect(await piecesOf(book)).toEqual(renamed);

    const { text, version } = await read(book);
    const at = text.indexOf('着。');
    const split = await world.test.call('documents:split', {
      ...{ projectId, documentId: first, at, title: '后半', expectedVersion: version },
    });
    expect(await piecesOf(book)).toEqual([renamed[0], ['门开', 'pasted']]);
    const half = { ...book, ids: [split.documentId] };
    expect(await piecesOf(half)).toEqual([['着。', 'pasted'], own[2]]);
    await world.test.call('documents:undo', { projectId, undoId: split.undoId });
    expect(await piecesOf(book)).toEqual(renamed);

    const merge = await world.test.call('documents:merge', {
      ...{ projectId, documentIds: [first, second] },
    });
    // With the line end that keeps both apart.
    const parted = [...renamed.slice(0, -1), ['𠀀他走了。\n\n', 'typed']];
    expect(await piecesOf(book)).toEqual([...parted, ['第二。', 'unknown']]);
    await world.test.call('documents:undo', { projectId, undoId: merge.undoId });
    expect(await piecesOf(book)).toEqual(renamed);
    expect(await piecesOf(book, 1)).toEqual([['第二。', 'unknown']]);
  });

  it('stays of words that a replacement puts in the place of the very same ones', async () => {
    const book = await openBook({ '01.md': '' });
    const { projectId } = book;
    const pieces = [
      ['anna came. ', 'typed'],
      ['Anna left.\n', 'pasted'],
    ] as const;
    await writeAs(book, pieces);
    const { items } = await world.test.call('manuscript:search', { projectId, query: 'anna' });
    const places = items.map(({ match, documentId, start, end }) => ({
      ...{ documentId, start, end, expected: match },
    }));
    expect(places).toHaveLength(2);
    await world.test.call('manuscript:replace', { projectId, replacement: 'Anna', places });
    expect(await piecesOf(book)).toEqual([['Anna came. ', 'typed'], pieces[1]]);
  });

  it('of a break that a moved scene lost is unknown again after the undo, where nobody saw it come', async () => {
    const book = await openBook({ '01.md': '', '02.md': '雪停了。\n\n***\n\n他走了。\n' });
    const { projectId } = book;
    const [toDocumentId = '', documentId = ''] = book.ids;
    await writeAs(book, [['门开着。\n', 'typed']]);
    const before = await piecesOf(book, 1);
    const { version: expectedVersion } = await read(book, 1);
    const { undoId } = await world.test.call('documents:moveScene', {
      ...{ projectId, documentId, scene: 0, toDocumentId, toScene: 1, expectedVersion },
    });
    await world.test.call('documents:undo', { projectId, undoId });
    expect(await piecesOf(book, 1)).toEqual(before);
  });

  it('of an earlier version, or a passage of it, is what it was then', async () => {
    const book = await openBook({ '01.md': '' });
    const { projectId } = book;
    const documentId = book.ids[0] ?? '';
    await writeAs(book, own);
    const kept = { projectId, documentId, name: '初稿' };
    const { snapshotId } = await world.test.call('documents:snapshots:create', kept);
    const rewritten = [['别的话。\n', 'typed']] as const;
    await writeAs(book, rewritten);
    const { version } = await read(book);
    await world.test.call('documents:snapshots:restore', {
      ...{ projectId, documentId, snapshotId, expectedVersion: version },
      passage: { text: '门开着。', into: { start: 0, end: 0 } },
    });
    expect(await piecesOf(book)).toEqual([['门开着。', 'pasted'], ...rewritten]);
    await world.test.call('documents:snapshots:restore', { projectId, documentId, snapshotId });
    expect(await piecesOf(book)).toEqual(own);
  });

  it('of a passage of an earlier version is what it was then, though the same text was typed meanwhile', async () => {
    const book = await openBook({ '01.md': '' });
    const { projectId } = book;
    const documentId = book.ids[0] ?? '';
    await writeAs(book, [['门开着。\n', 'pasted']]);
    const kept = { projectId, documentId, name: '初稿' };
    const { snapshotId } = await world.test.call('documents:snapshots:create', kept);
    await writeAs(book, [['门开着。\n他走了。\n', 'typed']]);
    await writeAs(book, [['他走了。\n', 'typed']]);
    const passage = { text: '门开着。\n', into: { start: 0, end: 0 } };
    const request = { projectId, documentId, snapshotId, passage };
    await world.test.call('documents:snapshots:restore', request);
    expect(await piecesOf(book)).toEqual([
      ['门开着。\n', 'pasted'],
      ['他走了。\n', 'typed'],
    ]);
  });

  it('of words that stand twice in an earlier version is unknown where the two are not of one origin', async () => {
    const book = await openBook({ '01.md': '' });
    const { projectId } = book;
    const documentId = book.ids[0] ?? '';
    await writeAs(book, [
      ['雪停了。', 'pasted'],
      ['\n雪停了', 'pasted'],
      ['。', 'typed'],
    ]);
    const kept = { projectId, documentId, name: '初稿' };
    const { snapshotId } = await world.test.call('documents:snapshots:create', kept);
    await writeAs(book, [['他走了。\n', 'typed']]);
    const passage = { text: '雪停了。', into: { start: 0, end: 0 } };
    const request = { projectId, documentId, snapshotId, passage };
    await world.test.call('documents:snapshots:restore', request);
    expect(await piecesOf(book)).toEqual([
      ['雪停了', 'pasted'],
      ['。', 'unknown'],
      ['他走了。\n', 'typed'],
    ]);
  });

  it.each([
    ['UTF-8', '\r\n', Buffer.from('门开着。\r\n他走了。\r\n')],
    ['GB18030', '\r\n', Buffer.from('c3c5bfaad7c5a1a30d0acbfbd7dfc1cba1a30d0a', 'hex')],
  ])(
    'stays where another program edits a chapter in %s, and is unknown of what it put in',
    async (_name, _end, bytes) => {
      const book = await openBook({ '01.md': bytes });
      const pieces = [
        ['门开着。\n', 'typed'],
        ['他走了。\n', 'pasted'],
      ] as const;
      await writeAs(book, [
        ['门开着。\n她来了。\n', 'typed'],
        ['他走了。\n', 'pasted'],
      ]);
      await writeAs(book, pieces);
      const file = join(book.folder, '01.md');
      const edited = Buffer.concat([readFileSync(file), Buffer.from('THE END\r\n')]);
      writeFileSync(file, edited);
      expect(await piecesOf(book)).toEqual([...pieces, ['THE END\n', 'unknown']]);
      // The same while the book is closed, and a text that was there before has what it had.
      await world.test.call('projects:close', { projectId: book.projectId });
      writeFileSync(file, bytes);
      await world.test.call('projects:open', { path: book.folder });
      expect(await piecesOf(book)).toEqual(pieces);
    },
  );

  it('is that of both sides where a save met an edit of another program, and of the chosen text after a conflict', async () => {
    const book = await openBook({ '01.md': '' });
    const { projectId } = book;
    const documentId = book.ids[0] ?? '';
    const pieces = [
      ['门开着。\n\n', 'pasted'],
      ['他走了。\n\n', 'typed'],
      ['完。\n', 'typed'],
    ] as const;
    await writeAs(book, pieces);
    const before = await read(book);
    const file = join(book.folder, '01.md');
    writeFileSync(file, `${before.text}外面写的。\n`);
    const mine = [
      ['门开着。', 'pasted'],
      ['真的。', 'typed'],
      ['\n\n', 'pasted'],
      ...pieces.slice(1),
    ] as const;
    const saved = await writeAs(book, mine, { expectedVersion: before.version });
    expect(saved.merged).toBe(true);
    const both = [
      ...mine.slice(0, 3),
      ['他走了。\n\n完。\n', 'typed'],
      ['外面写的。\n', 'unknown'],
    ];
    expect(await piecesOf(book)).toEqual(both);
    expect(saved.origins).toEqual(both.map(([words, code]) => [words?.length, code]));

    // A second window's late save is refused and says nothing; choosing its text does.
    const other = [['第二个窗口。\n', 'typed']] as const;
    const refused = await world.test.fail('documents:save', {
      ...{ projectId, documentId, text: '第二个窗口。\n', draftId: 'second-window' },
      ...{ expectedVersion: before.version, origins: [[7, 'typed']] },
    });
    expect(refused).toBe('DOCUMENT_CONFLICT');
    expect(await piecesOf(book)).toEqual(both);
    const { version } = await read(book);
    await world.test.call('documents:conflict:resolve', {
      ...{ projectId, documentId, text: '第二个窗口。\n', draftId: 'second-window' },
      ...{ theirsVersion: version, origins: [[7, 'typed']] },
    });
    expect(await piecesOf(book)).toEqual(other);
  });

  it('travels with the book as one file, and goes when the book is forgotten', async () => {
    const book = await openBook({ '01.md': '' });
    await writeAs(book, own);
    const path = join(world.test.folder, 'travels.fabula');
    await world.test.call('projects:bundle:export', { projectId: book.projectId, path });
    await world.test.call('projects:forget', { projectId: book.projectId });
    const again = await world.test.call('projects:open', { path: book.folder });
    const ids = again.documents.map(({ documentId }) => documentId);
    const text = own.map(([words]) => words).join('');
    const forgotten = { ...book, projectId: again.projectId, ids };
    expect(await piecesOf(forgotten)).toEqual([[text, 'unknown']]);
    const into = join(world.test.folder, 'travelled');
    const came = await world.test.call('projects:bundle:import', { path, into });
    const { documents } = await world.test.call('projects:get', { projectId: came.projectId });
    const there = documents.map(({ documentId }) => documentId);
    expect(await piecesOf({ ...book, projectId: came.projectId, ids: there })).toEqual(own);
  });
});
