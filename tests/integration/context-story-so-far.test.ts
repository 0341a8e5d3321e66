import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output } from '#shared/contract/index.ts';
import type { AssemblyItem } from '#shared/domain/assembly.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createRandom, writeBook, writeProse } from '#tests/helpers/book.ts';

/** Occurs in nothing but what a test writes. */
const canary = '鹮鹭暗号';
const chapterCount = 12;

let test: TestApp;
let project: Output<'projects:open'>;
let opened = 0;

const idOf = (chapter: number): string => {
  const found = project.documents.find((document) => document.chapter === chapter);
  if (!found) throw new Error(`no chapter ${chapter}`);
  return found.documentId;
};
const scope = () => ({ projectId: project.projectId });
const chapter = (number: number) => ({ ...scope(), documentId: idOf(number) });
const read = (number: number) => test.call('documents:read', chapter(number));
const write = async (number: number, change: (text: string) => string): Promise<void> => {
  const { text, version } = await read(number);
  await test.call('documents:save', {
    ...{ ...chapter(number), expectedVersion: version, text: change(text) },
  });
};
const tell = (number: number, synopsis: string) =>
  test.call('documents:update', { ...chapter(number), synopsis });
const requestAt = async (number: number): Promise<Input<'context:assemble'>> => {
  const { text } = await read(number);
  return { ...chapter(number), cursorPosition: text.length, skillId: 'continue' };
};
const assemble = async (number: number) => test.call('context:assemble', await requestAt(number));
const inspect = async (number: number) => test.call('context:inspect', await requestAt(number));
const setBudget = async (change: Partial<Input<'context:budget:update'>>) => {
  const { version } = await test.call('context:budget:get', scope());
  return test.call('context:budget:update', { ...scope(), expectedVersion: version, ...change });
};
const synopsesOf = ({ layers }: Output<'context:inspect'>): AssemblyItem[] =>
  layers.retrieved.items.filter(({ source }) => source === 'synopsis');
const sentOf = (shown: Output<'context:inspect'>): (string | undefined)[] =>
  shown.segments
    .map(({ itemId }) => itemId)
    .filter((id) => id?.startsWith('synopsis:'))
    .map((id) => project.documents.find(({ documentId }) => id?.endsWith(documentId))?.path);
const pathsOf = (...numbers: number[]) =>
  numbers.map((number) => project.documents[number - 1]?.path);
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const tellAll = async () => {
  for (const number of numbers(1, chapterCount)) {
    await tell(number, `第${number}章讲的是旧灯笼在第${number}夜熄灭。`);
  }
};
const addEntry = (name: string, change: Partial<Input<'knowledge:entities:create'>> = {}) =>
  test.call('knowledge:entities:create', {
    ...{ ...scope(), kind: 'concept', name, summary: '' },
    ...change,
  });

beforeAll(async () => {
  test = await createTestApp();
  await test.call('settings:update', { debugMode: true });
});
afterAll(() => test.close());

beforeEach(async () => {
  opened += 1;
  const path = writeBook(join(test.folder, `book-${opened}`), chapterCount, 12);
  project = await test.call('projects:open', { path });
  await test.call('retrieval:index', { ...scope(), wait: true });
});

describe('the story so far [E3]', () => {
  it('goes when the writer switched it on: synopses of the chapters before the cursor’s, in order', async () => {
    await tellAll();
    expect((await test.call('context:budget:get', scope())).storySoFar).toBe(false);
    expect(synopsesOf(await inspect(9))).toEqual([]);
    await setBudget({ storySoFar: true });
    const shown = await inspect(9);
    expect(sentOf(shown)).toEqual(pathsOf(...numbers(1, 8)));
    expect(shown.prompt).toContain('[前情提要]');
    expect(shown.prompt.indexOf('[前情提要]')).toBeLessThan(shown.prompt.indexOf('[光标之前]'));
    for (const number of numbers(1, 8)) expect(shown.prompt).toContain(`第${number}夜熄灭`);
    // Nothing of the chapter itself, nor of what comes after it.
    for (const number of numbers(9, 12)) expect(shown.prompt).not.toContain(`第${number}夜熄灭`);
    await setBudget({ storySoFar: false });
    expect((await inspect(9)).prompt).not.toContain('夜熄灭');
  });

  it('is shown item by item with reason and cost, and the parts make the whole [F5] [F6]', async () => {
    await tellAll();
    await tell(2, '');
    await setBudget({ storySoFar: true });
    await write(3, (text) => `${text}\n${writeProse(createRandom(9), 6)}\n`);
    const shown = await inspect(6);
    const items = synopsesOf(shown);
    expect(items.map(({ documentId }) => documentId)).toEqual([1, 3, 4, 5].map(idOf));
    for (const { reason, tokenCount, text, layer } of items) {
      expect({ reason, layer }).toEqual({ reason: 'storySoFar', layer: 'retrieved' });
      expect(tokenCount).toBeGreaterThan(5);
      expect(text).toContain('夜熄灭');
    }
    expect(items.map(({ isStale }) => isStale ?? false)).toEqual([false, true, false, false]);
    expect(shown.segments.map(({ text }) => text).join('')).toBe(shown.prompt);
    const all = Object.values(shown.layers).flatMap((layer) => layer.items);
    const sum = all.reduce((tokens, { tokenCount }) => tokens + tokenCount, 0);
    expect(sum + shown.framingTokens).toBe(shown.tokenCount);
  });

  it('leaves out a chapter that goes whole, and what the writer muted', async () => {
    await tellAll();
    await setBudget({ storySoFar: true, wholeBook: true });
    const whole = synopsesOf(await inspect(6));
    expect(new Set(whole.map(({ reason }) => reason))).toEqual(new Set(['alreadyWhole']));
    await setBudget({ wholeBook: false });
    const mute = [`synopsis:${idOf(2)}`];
    const shown = await test.call('context:inspect', { ...(await requestAt(6)), mute });
    expect(sentOf(shown)).toEqual(pathsOf(1, 3, 4, 5));
    expect(synopsesOf(shown)[1]).toMatchObject({ reason: 'mutedByWriter', decision: 'dropped' });
  });

  it('sends the near ones, then those that tell of what the cursor names, where not all have room', async () => {
    await addEntry('铜锣');
    const filler = '他们在渡口等了很久，谁也没有开口，水面上的灯一盏一盏灭了。'.repeat(3);
    for (const number of numbers(1, 11)) await tell(number, `梗概${number}。${filler}`);
    await tell(2, `梗概2。郑九把铜锣沉进了井里。${filler}`);
    await write(chapterCount, (text) => `${text}\n他又想起了那面铜锣。`);
    await setBudget({ storySoFar: true, contextWindow: 8000 });
    const shown = await inspect(chapterCount);
    const items = synopsesOf(shown);
    const near = items.filter(({ reason }) => reason === 'storySoFar');
    expect(near.length).toBeGreaterThan(0);
    expect(near.map(({ documentId }) => documentId)).toEqual(
      numbers(12 - near.length, 11).map(idOf),
    );
    const named = items.filter(({ reason }) => reason === 'tellsOfMentioned');
    const lamp = named.find(({ documentId }) => documentId === idOf(2));
    expect(lamp?.matched).toEqual(['铜锣']);
    for (const { decision, reason, fullTokenCount } of items) {
      if (decision !== 'dropped') continue;
      expect(['fartherBack', 'overBudget']).toContain(reason);
      expect(fullTokenCount).toBeGreaterThan(50);
    }
    // What the cursor called for stands behind what is there wherever it stands.
    expect(sentOf(shown).slice(0, near.length)).toEqual(pathsOf(...numbers(12 - near.length, 11)));
    expect(shown.tokenCount).toBeLessThanOrEqual(shown.budget);
    expect(
      shown.layers.retrieved.items.some(
        ({ source, decision }) => source === 'retrieval' && decision !== 'dropped',
      ),
    ).toBe(true);
  });

  it('keeps its beginning while one writes, and comes back from the history as it was', async () => {
    await addEntry('铜锣');
    const filler = '他们在渡口等了很久，谁也没有开口，水面上的灯一盏一盏灭了。'.repeat(5);
    for (const number of numbers(1, 11)) await tell(number, `梗概${number}。${filler}`);
    await setBudget({ storySoFar: true, contextWindow: 8000 });
    const beginningOf = (shown: Output<'context:inspect'>): string => {
      const near = new Set(
        synopsesOf(shown)
          .filter(({ reason }) => reason === 'storySoFar')
          .map(({ id }) => id),
      );
      const last = shown.segments.findLastIndex(({ itemId }) => near.has(itemId ?? ''));
      return shown.segments
        .slice(0, last + 1)
        .map(({ text }) => text)
        .join('');
    };
    const first = beginningOf(await inspect(chapterCount));
    expect(first).toContain('梗概11');
    const random = createRandom(4);
    const asked: Output<'context:assemble'>[] = [];
    for (let round = 0; round < 6; round += 1) {
      const more = round % 2 === 0 ? '那面铜锣又响了。' : '';
      await write(chapterCount, (text) => `${text.trimEnd()}\n\n${more}${writeProse(random, 1)}\n`);
      asked.push(await assemble(chapterCount));
      expect(beginningOf(await inspect(chapterCount))).toBe(first);
    }
    await tell(11, '改过了。');
    for (const { assemblyId, prompt } of asked) {
      expect((await test.call('context:history:replay', { assemblyId })).prompt).toBe(prompt);
    }
    const last = await assemble(chapterCount);
    const { changes } = await test.call('context:history:compare', {
      from: asked.at(-1)?.assemblyId ?? '',
      to: last.assemblyId,
    });
    expect(changes.find(({ itemId }) => itemId === `synopsis:${idOf(11)}`)).toMatchObject({
      ...{ change: 'edited', cause: 'edit' },
    });
  });
});

describe('a synopsis outlives trifles and is marked stale beyond them [E3]', () => {
  const isStale = async (number: number): Promise<boolean> => {
    const { documents } = await test.call('documents:list', scope());
    return documents.find(({ documentId }) => documentId === idOf(number))?.synopsisStale === true;
  };

  it('stays true over a mended word and another title, not over another story, and over a restart', async () => {
    await tell(3, '雪夜。');
    await write(3, (text) => text.replace('。', '！'));
    expect(await isStale(3)).toBe(false);
    await test.call('documents:rename', { ...chapter(3), title: '第3章 雪' });
    expect(await isStale(3)).toBe(false);
    const { text } = await read(3);
    await write(3, () => `# 第3章\n\n${writeProse(createRandom(77), 4)}\n`);
    expect(await isStale(3)).toBe(true);
    await write(3, () => text);
    expect(await isStale(3)).toBe(false);
    await write(3, () => `# 第3章\n\n${writeProse(createRandom(77), 4)}\n`);
    await tell(3, '又是雪夜。');
    expect(await isStale(3)).toBe(false);
  });
});

describe('no synopsis brings what is fenced into a request, on any path [E3] [N3] [B2]', () => {
  /** Everything of one request that leaves the engine. */
  const everyByte = async (number: number): Promise<string> => {
    const assembled = await assemble(number);
    const { assemblyId } = assembled;
    const replayed = await test.call('context:history:replay', { assemblyId });
    const kept = await test.call('context:history:items', { assemblyId });
    return JSON.stringify([assembled, await inspect(number), replayed, kept]);
  };
  const fence = (number: number, value: Input<'documents:update'>['fence']) =>
    test.call('documents:update', { ...chapter(number), fence: value });

  beforeEach(async () => {
    await tellAll();
    await tell(3, `井里藏着${canary}。`);
    await setBudget({ storySoFar: true });
  });

  it('of a chapter never to be sent, fenced until a later one, or for others’ eyes', async () => {
    expect(await everyByte(9)).toContain(canary);
    await fence(3, { neverSend: true });
    expect(await everyByte(9)).not.toContain(canary);
    expect(synopsesOf(await inspect(9))[2]).toMatchObject({
      ...{ reason: 'neverSend', text: '', decision: 'dropped' },
    });
    await fence(3, { notBeforeChapter: 10 });
    expect(await everyByte(9)).not.toContain(canary);
    expect(await everyByte(10)).toContain(canary);
    const { entityId } = await addEntry('郑九', { kind: 'character' });
    await fence(3, { knownBy: [entityId] });
    expect(await everyByte(11)).not.toContain(canary);
    await test.call('documents:update', { ...chapter(11), pointOfViewEntityId: entityId });
    expect(await everyByte(11)).toContain(canary);
  });

  it('of an entry’s name or other name, fenced or not yet true there', async () => {
    await addEntry('井里的东西', { aliases: [canary], fence: { notBeforeChapter: 8 } });
    expect(await everyByte(6)).not.toContain(canary);
    expect(await everyByte(8)).toContain(canary);
    await addEntry('熄灭', { validFromChapter: 11 });
    expect((await inspect(9)).prompt).not.toContain('夜熄灭');
    expect((await inspect(11)).prompt).toContain('第5章讲的是旧灯笼');
  });

  it('of a chapter that is closed, by its title', async () => {
    await test.call('documents:rename', { ...chapter(2), title: `第2章 ${canary}` });
    await tell(3, `这一章接着${canary}讲下去。`);
    expect(await everyByte(9)).toContain(canary);
    await fence(2, { neverSend: true });
    expect(await everyByte(9)).not.toContain(canary);
  });

  it('where nobody can tell what the codex hides', async () => {
    await addEntry(canary, { fence: { neverSend: true } });
    const database = new BetterSqlite3(join(test.platform.paths.data, 'fabula.sqlite'));
    database.exec('ALTER TABLE entities RENAME TO entities_elsewhere');
    try {
      const shown = await inspect(9);
      expect(sentOf(shown)).toEqual([]);
      expect(synopsesOf(shown).every(({ reason }) => reason === 'fenceUnknown')).toBe(true);
      expect(JSON.stringify(shown)).not.toContain(canary);
    } finally {
      database.exec('ALTER TABLE entities_elsewhere RENAME TO entities');
      database.close();
    }
  });
});
