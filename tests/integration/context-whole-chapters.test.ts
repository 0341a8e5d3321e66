import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output } from '#shared/contract/index.ts';
import type { AssemblyItem } from '#shared/domain/assembly.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createRandom, writeBook, writeProse } from '#tests/helpers/book.ts';

/** Occurs in nothing but what a test writes. */
const canary = '鹮鹭暗号';
const chapterCount = 12;

let test: TestApp;
let project: Output<'projects:open'>;

const idOf = (chapter: number): string => {
  const found = project.documents.find((document) => document.chapter === chapter);
  if (!found) throw new Error(`no chapter ${chapter}`);
  return found.documentId;
};
const scope = () => ({ projectId: project.projectId });
const read = (chapter: number) =>
  test.call('documents:read', { ...scope(), documentId: idOf(chapter) });
const write = async (chapter: number, change: (text: string) => string): Promise<void> => {
  const { text, version } = await read(chapter);
  const input = { ...scope(), documentId: idOf(chapter), expectedVersion: version };
  await test.call('documents:save', { ...input, text: change(text) });
};
const requestAt = async (chapter: number): Promise<Input<'context:assemble'>> => {
  const { text } = await read(chapter);
  const place = { documentId: idOf(chapter), cursorPosition: text.length };
  return { ...scope(), ...place, skillId: 'continue' };
};
const assemble = async (chapter: number) => test.call('context:assemble', await requestAt(chapter));
const inspect = async (chapter: number) => test.call('context:inspect', await requestAt(chapter));
const setBudget = async (change: Partial<Input<'context:budget:update'>>) => {
  const { version } = await test.call('context:budget:get', scope());
  return test.call('context:budget:update', { ...scope(), expectedVersion: version, ...change });
};
const connect = (change: Partial<Input<'ai:models:save'>> = {}) =>
  test.call('ai:models:save', {
    id: 'large',
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:9/v1',
    model: 'gpt-4o',
    contextWindow: 1_000_000,
    maxOutput: 4000,
    maxInput: 900_000,
    ...change,
  });
const chaptersOf = ({ layers }: Output<'context:inspect'>): AssemblyItem[] =>
  layers.retrieved.items.filter(({ id }) => id.startsWith('chapter:'));
const wholeOf = (shown: Output<'context:inspect'>): number[] =>
  chaptersOf(shown)
    .filter(({ decision }) => decision !== 'dropped')
    .map(
      ({ documentId }) =>
        project.documents.find((one) => one.documentId === documentId)?.chapter ?? 0,
    );
/** Everything up to the end of the whole chapters. */
const beginningOf = (shown: Output<'context:inspect'>): string => {
  const last = shown.segments.findLastIndex(({ itemId }) => itemId?.startsWith('chapter:'));
  return shown.segments
    .slice(0, last + 1)
    .map(({ text }) => text)
    .join('');
};
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

beforeEach(async () => {
  test = await createTestApp();
  project = await test.call('projects:open', { path: writeBook(test.folder, chapterCount, 12) });
  await test.call('settings:update', { debugMode: true });
  await test.call('retrieval:index', { ...scope(), wait: true });
  await connect();
});

afterEach(() => test.close());

describe('the whole book [E2]', () => {
  it('goes when the writer switched it on: the chapters up to the cursor, in order, before all that changes [E2]', async () => {
    expect((await test.call('context:budget:get', scope())).wholeBook).toBe(false);
    expect(wholeOf(await inspect(9))).toEqual([]);
    await setBudget({ wholeBook: true });
    const shown = await inspect(9);
    expect(wholeOf(shown)).toEqual(numbers(1, 8));
    const texts = await Promise.all(
      numbers(1, 8).map(async (chapter) => (await read(chapter)).text.trimEnd()),
    );
    const places = texts.map((text) => shown.prompt.indexOf(text));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    const changing = shown.prompt.indexOf('[光标之前]');
    expect(places.at(-1)).toBeLessThan(changing);
    // Nothing of them goes twice.
    const again = shown.layers.retrieved.items.filter(
      ({ source, decision }) => source === 'retrieval' && decision !== 'dropped',
    );
    expect(again).toEqual([]);
    expect(shown.prompt).not.toContain('[上一章结尾]');
    const reasons = new Map(
      Object.values(shown.layers).flatMap(({ items }) =>
        items.map((item) => [item.id, item.reason]),
      ),
    );
    expect(reasons.get(`ending:${idOf(8)}`)).toBe('alreadyWhole');
    await setBudget({ wholeBook: false });
    expect(wholeOf(await inspect(9))).toEqual([]);
  });

  it('is shown chapter by chapter with its cost, and the parts make the whole [E2] [F5]', async () => {
    await setBudget({ wholeBook: true });
    const shown = await inspect(chapterCount);
    const chapters = chaptersOf(shown);
    expect(chapters).toHaveLength(chapterCount - 1);
    for (const { reason, tokenCount, fullTokenCount, text, documentId } of chapters) {
      expect(reason).toBe('wholeChapter');
      expect(tokenCount).toBe(fullTokenCount);
      expect(tokenCount).toBeGreaterThan(100);
      expect(text).not.toBe('');
      expect(documentId).toBeDefined();
    }
    expect(shown.segments.map(({ text }) => text).join('')).toBe(shown.prompt);
    const items = Object.values(shown.layers).flatMap((layer) => layer.items);
    const sum = items.reduce((tokens, { tokenCount }) => tokens + tokenCount, 0);
    expect(sum + shown.framingTokens).toBe(shown.tokenCount);
  });

  it('does not choose a window: a larger request of the model holds at once [E2]', async () => {
    await connect({ maxInput: 20_000 });
    const small = await setBudget({ wholeBook: true });
    await connect({ maxInput: 500_000 });
    const large = await test.call('context:budget:get', scope());
    expect(large.contextWindow).toBeGreaterThan(small.contextWindow + 400_000);
    expect(large.wholeBook).toBe(true);
    // Whoever sets a share has set the window that was seen, as ever.
    await setBudget({ outputReserve: 900 });
    await connect({ maxInput: 20_000 });
    await connect({ maxInput: 600_000 });
    expect((await test.call('context:budget:get', scope())).contextWindow).toBe(
      large.contextWindow,
    );
  });
});

describe('a book that does not fit whole [E2]', () => {
  const tokensOf = async (): Promise<number> => {
    await setBudget({ wholeBook: true });
    return chaptersOf(await inspect(chapterCount)).reduce(
      (sum, { tokenCount }) => sum + tokenCount,
      0,
    );
  };

  it('loses the farthest chapters, which are named with their cost and searched as before', async () => {
    await write(2, (text) => `${text}\n林远在渡口捡到一枚${canary}，谁也没有告诉。\n`);
    await test.call('retrieval:index', { ...scope(), wait: true });
    const all = await tokensOf();
    await connect({ maxInput: Math.floor(all * 1.2) });
    await write(chapterCount, (text) => `${text}\n他又想起那枚${canary}。`);
    const shown = await inspect(chapterCount);
    const whole = wholeOf(shown);
    expect(whole.length).toBeGreaterThan(2);
    expect(whole).toEqual(numbers(chapterCount - whole.length, chapterCount - 1));
    const out = chaptersOf(shown).filter(({ decision }) => decision === 'dropped');
    expect(out).toHaveLength(chapterCount - 1 - whole.length);
    for (const { reason, fullTokenCount } of out) {
      expect(reason).toBe('fartherBack');
      expect(fullTokenCount).toBeGreaterThan(100);
    }
    expect(shown.tokenCount).toBeLessThanOrEqual(Math.floor(all * 1.2));
    const passages = shown.layers.retrieved.items.filter(
      ({ source, decision }) => source === 'retrieval' && decision !== 'dropped',
    );
    expect(passages.some(({ text }) => text.includes(canary))).toBe(true);
    for (const { documentId } of passages) {
      expect(out.some((chapter) => chapter.documentId === documentId)).toBe(true);
    }
  });

  it('keeps its beginning while one writes, in another chapter too, and after a restart', async () => {
    const all = await tokensOf();
    await connect({ maxInput: Math.floor(all * 1.3) });
    const first = beginningOf(await inspect(chapterCount));
    const random = createRandom(5);
    for (let round = 0; round < 6; round += 1) {
      await write(chapterCount, (text) => `${text.trimEnd()}\n\n${writeProse(random, 1)}\n`);
      await assemble(chapterCount);
      expect(beginningOf(await inspect(chapterCount))).toBe(first);
    }
    await assemble(4);
    await assemble(chapterCount);
    expect(beginningOf(await inspect(chapterCount))).toBe(first);
    await test.restart();
    await test.call('projects:open', { path: join(test.folder, 'generated') });
    await test.call('retrieval:index', { ...scope(), wait: true });
    expect(beginningOf(await inspect(chapterCount))).toBe(first);
  });

  it('leaves what must be sent its place, however much that is', async () => {
    await tokensOf();
    await connect({ maxInput: 12_000 });
    const additionalInput = '这一段要写得慢。'.repeat(1200);
    const result = await test.call('context:assemble', {
      ...(await requestAt(chapterCount)),
      additionalInput,
    });
    expect(result.prompt).toContain(additionalInput.slice(0, 5000));
    expect(result.tokenCount).toBeLessThanOrEqual(12_000);
  });
});

describe('a sitting with the whole book [E2]', () => {
  it('keeps at least 95 of 100 tokens of its beginning over 50 requests, and an edit re-sends from there only', async () => {
    await setBudget({ wholeBook: true });
    for (const name of ['林远', '郑九', '陈先生']) {
      await test.call('knowledge:entities:create', {
        ...scope(),
        kind: 'character',
        name,
        summary: `${name}的来历。`,
      });
    }
    const random = createRandom(3);
    let before: Output<'context:inspect'> | null = null;
    let [same, all] = [0, 0];
    for (let request = 0; request < 50; request += 1) {
      const chapter = request < 40 ? chapterCount - 1 : chapterCount;
      await write(chapter, (text) => `${text.trimEnd()}\n\n${writeProse(random, 1)}\n`);
      await assemble(chapter);
      const shown = await inspect(chapter);
      const last = shown.segments.findLastIndex(({ itemId }) => itemId?.startsWith('chapter:'));
      const beginning = shown.segments.slice(0, last + 1);
      if (before) {
        const known = before.segments;
        const moved = beginning.findIndex(({ text }, index) => text !== known[index]?.text);
        const kept = moved < 0 ? beginning : beginning.slice(0, moved);
        all += beginning.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
        same += kept.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
      }
      before = shown;
    }
    expect(same / all).toBeGreaterThanOrEqual(0.95);
    await write(5, (text) => text.replace('第5章', '第五章'));
    const edited = await inspect(chapterCount);
    const moved = edited.segments.findIndex(
      ({ text }, index) => text !== before?.segments[index]?.text,
    );
    expect(edited.segments[moved]?.itemId).toBe(`chapter:${idOf(5)}`);
  });

  it('keeps each version of a chapter once in the history, from which every request comes back as it was', async () => {
    await setBudget({ wholeBook: true });
    const asked: Output<'context:assemble'>[] = [];
    for (let request = 0; request < 6; request += 1) {
      if (request === 3) await write(4, (text) => `${text}\n${canary}\n`);
      await write(chapterCount, (text) => `${text}\n灯灭了${request}次。\n`);
      asked.push(await assemble(chapterCount));
    }
    for (const { assemblyId, prompt } of asked) {
      expect((await test.call('context:history:replay', { assemblyId })).prompt).toBe(prompt);
    }
    const { items } = await test.call('context:history:items', {
      assemblyId: asked[0]?.assemblyId ?? '',
    });
    expect(items.filter(({ reason }) => reason === 'wholeChapter')).toHaveLength(chapterCount - 1);
    await test.app.close();
    const database = new BetterSqlite3(join(test.platform.paths.data, 'fabula.sqlite'), {
      readonly: true,
    });
    const texts = database.prepare('SELECT text FROM assembly_texts').pluck().all().map(String);
    database.close();
    for (const chapter of numbers(1, chapterCount - 1)) {
      const heading = `# 第${chapter}章 之${chapter}\n`;
      const versions = texts.filter((text) => text.includes(heading));
      expect(versions).toHaveLength(chapter === 4 ? 2 : 1);
    }
    await test.restart();
  });
});

describe('nothing fenced goes with the whole book, on any path [E2] [N3]', () => {
  /** Everything of one request that leaves the engine. */
  const everyByte = async (chapter: number): Promise<string> => {
    const assembled = await assemble(chapter);
    const replayed = await test.call('context:history:replay', {
      assemblyId: assembled.assemblyId,
    });
    const { assemblyId } = assembled;
    const kept = await test.call('context:history:items', { assemblyId });
    return JSON.stringify([assembled, await inspect(chapter), replayed, kept]);
  };
  const secretIn = (chapter: number) =>
    write(
      chapter,
      (text) =>
        `${text.trimEnd()}\n\n井里藏着${canary}，没有人提起。\n\n后来雪停了${chapter}回。\n`,
    );
  const fence = (chapter: number, value: Input<'documents:update'>['fence']) =>
    test.call('documents:update', { ...scope(), documentId: idOf(chapter), fence: value });

  beforeEach(async () => {
    await setBudget({ wholeBook: true });
    await secretIn(3);
    await test.call('retrieval:index', { ...scope(), wait: true });
  });

  it('of a chapter never to be sent, fenced after it was read and sent', async () => {
    expect(await everyByte(9)).toContain(canary);
    await fence(3, { neverSend: true });
    expect(await everyByte(9)).not.toContain(canary);
    const shown = await inspect(9);
    expect(wholeOf(shown)).toEqual([1, 2, 4, 5, 6, 7, 8]);
    expect(chaptersOf(shown)[2]).toMatchObject({
      reason: 'neverSend',
      text: '',
      decision: 'dropped',
    });
    await fence(3, null);
    expect(await everyByte(9)).toContain(canary);
  });

  it('of a chapter fenced until a later one, or for others’ eyes', async () => {
    expect(await everyByte(9)).toContain(canary);
    await fence(3, { notBeforeChapter: 10 });
    expect(await everyByte(9)).not.toContain(canary);
    expect(await everyByte(10)).toContain(canary);
    const { entityId } = await test.call('knowledge:entities:create', {
      ...{ ...scope(), kind: 'character', name: '郑九', summary: '' },
    });
    await fence(3, { knownBy: [entityId] });
    expect(await everyByte(11)).not.toContain(canary);
    await test.call('documents:update', {
      ...scope(),
      documentId: idOf(11),
      pointOfViewEntityId: entityId,
    });
    expect(await everyByte(11)).toContain(canary);
  });

  it('of an entry’s name: its paragraphs stay out of a chapter that goes, and its other paragraphs go', async () => {
    const { entityId, version } = await test.call('knowledge:entities:create', {
      ...{ ...scope(), kind: 'concept', name: canary, summary: '', fence: { notBeforeChapter: 8 } },
    });
    const bytes = await everyByte(6);
    expect(bytes).not.toContain(canary);
    expect(bytes).toContain('后来雪停了3回');
    expect(chaptersOf(await inspect(6))[2]).toMatchObject({
      reason: 'fencedPart',
      decision: 'trimmed',
    });
    expect(await everyByte(8)).toContain(canary);
    const update = { ...scope(), entityId, expectedVersion: version };
    await test.call('knowledge:entities:update', { ...update, fence: { neverSend: true } });
    for (const chapter of [3, 4, 9, 12]) expect(await everyByte(chapter)).not.toContain(canary);
  });

  it('of an entry’s other name, and of a title', async () => {
    await test.call('documents:rename', {
      ...scope(),
      documentId: idOf(2),
      title: `第2章 ${canary}`,
    });
    await test.call('knowledge:entities:create', {
      ...{ ...scope(), kind: 'concept', name: '井里的东西', aliases: [canary], summary: '' },
      fence: { neverSend: true },
    });
    expect(await everyByte(9)).not.toContain(canary);
    expect(chaptersOf(await inspect(9))[1]).toMatchObject({ decision: 'dropped', text: '' });
  });

  it('and nothing of an earlier chapter goes where nobody can tell what the codex hides', async () => {
    await test.call('knowledge:entities:create', {
      ...{ ...scope(), kind: 'concept', name: canary, summary: '', fence: { neverSend: true } },
    });
    const database = new BetterSqlite3(join(test.platform.paths.data, 'fabula.sqlite'));
    database.exec('ALTER TABLE entities RENAME TO entities_elsewhere');
    try {
      const shown = await inspect(9);
      expect(wholeOf(shown)).toEqual([]);
      expect(chaptersOf(shown).every(({ reason }) => reason === 'fenceUnknown')).toBe(true);
    } finally {
      database.exec('ALTER TABLE entities_elsewhere RENAME TO entities');
      database.close();
    }
  });
});
