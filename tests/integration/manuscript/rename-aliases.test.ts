import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordChange } from '#shared/domain/manuscript.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
let projectId: string;
let entityId: string;

type Forms = { from: string; to: string }[];

const preview = async (name: string, forms: Forms = []) =>
  (await test.call('manuscript:rename:preview', { projectId, entityId, name, forms })).records;

const reword = async (records: RecordChange[]): Promise<string> =>
  (await test.call('manuscript:replace', { projectId, replacement: '', places: [], records }))
    .undoId;

/** The records alone, as they are proposed. */
const rename = async (name: string, forms: Forms = []): Promise<string> =>
  reword((await preview(name, forms)).map(({ change }) => change));

const undo = async (undoId: string) =>
  (await test.call('manuscript:undo', { projectId, undoId })).changed;

const entry = async () => {
  const { items } = await test.call('knowledge:entities:list', { projectId });
  return items.find((one) => one.entityId === entityId);
};

const names = async () => {
  const { name, aliases } = (await entry()) ?? {};
  return { name, aliases };
};

beforeEach(async () => {
  test = await createTestApp();
  mkdirSync(join(test.folder, 'book'));
  writeFileSync(join(test.folder, 'book', '01.md'), '# One\n\nBob went home with Ann.\n');
  const opened = await test.call('projects:open', {
    ...{ path: join(test.folder, 'book'), language: 'en' },
  });
  ({ projectId } = opened);
  ({ entityId } = await test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: 'Bob', aliases: ['Robert', 'Ann', 'Annie'] },
    summary: 'A ferryman.',
  }));
});
afterEach(() => test.close());

describe('a rename and the other names of an entry [W2]', () => {
  const before = { name: 'Bob', aliases: ['Robert', 'Ann', 'Annie'] };

  it('an alias that becomes the name goes with the rename, is shown to go, and comes back with its undo', async () => {
    const [own] = await preview('Robert');
    expect(own?.parts.map(({ text, to }) => [text, to])).toContainEqual(['Robert', '']);
    const undoId = await rename('Robert');
    expect(await names()).toEqual({ name: 'Robert', aliases: ['Ann', 'Annie'] });
    expect(await undo(undoId)).toEqual([]);
    expect(await names()).toEqual(before);
  });

  it('one that stays as it is has no place in the list and its count, but may be asked for', async () => {
    const asked = { projectId, entityId, name: 'Rob' };
    const { items, total, forms } = await test.call('manuscript:rename:preview', asked);
    expect(items.map(({ match, to }) => [match, to])).toEqual([['Bob', 'Rob']]);
    expect(total).toBe(1);
    expect(forms.find(({ from }) => from === 'Ann')).toMatchObject({ to: 'Ann', count: 1 });
    const wished = { ...asked, forms: [{ from: 'Ann', to: 'Nora' }] };
    expect(await test.call('manuscript:rename:preview', wished)).toMatchObject({ total: 2 });
  });

  it('also where whoever asks for it sends the alias along', async () => {
    const { version = 0 } = (await entry()) ?? {};
    const undoId = await reword([
      {
        ...{ kind: 'entity', id: entityId, expectedVersion: version, name: 'Robert' },
        aliases: ['Robert', 'Ann', 'Annie'],
      },
    ]);
    expect(await names()).toEqual({ name: 'Robert', aliases: ['Ann', 'Annie'] });
    expect(await undo(undoId)).toEqual([]);
    expect(await names()).toEqual(before);
  });

  const both = [
    { from: 'Ann', to: 'Nora' },
    { from: 'Annie', to: 'Nora' },
  ];

  it('two that become one are both there again after the undo, beside what was added since', async () => {
    const undoId = await rename('Rob', both);
    const { version = 0, aliases } = (await entry()) ?? {};
    expect(aliases).toEqual(['Robert', 'Nora']);
    await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: version, aliases: ['Robert', 'Nora', 'Bobby'] },
    });
    expect(await undo(undoId)).toEqual([]);
    expect(await names()).toEqual({ name: 'Bob', aliases: ['Robert', 'Bobby', 'Ann', 'Annie'] });
  });

  it('one that another window adds while the book is read for the preview stays', async () => {
    const { version = 0 } = (await entry()) ?? {};
    const reading = preview('Rob');
    await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: version },
      aliases: [...before.aliases, 'Bobby'],
    });
    await reword((await reading).map(({ change }) => change));
    expect(await names()).toEqual({ name: 'Rob', aliases: [...before.aliases, 'Bobby'] });
  });

  it('none comes back for one that was taken away since, and it is told', async () => {
    const undoId = await rename('Rob', both);
    const { version = 0 } = (await entry()) ?? {};
    await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: version, aliases: ['Robert'] },
    });
    expect(await undo(undoId)).toEqual([{ kind: 'entity', id: entityId, title: 'Bob', count: 1 }]);
    expect(await names()).toEqual({ name: 'Bob', aliases: ['Robert'] });
  });
});

describe('the undo of a rename, where the old name is another’s by now [W2]', () => {
  it('leaves the entry, says so, and takes back everything else', async () => {
    const { ruleId } = await test.call('memory:rules:create', {
      ...{ projectId, text: 'Bob speaks little.', confidence: 1 },
    });
    const undoId = await rename('Rob');
    await test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'character', name: 'Bob', summary: '' },
    });
    expect(await undo(undoId)).toEqual([{ kind: 'entity', id: entityId, title: 'Rob', count: 1 }]);
    const { items } = await test.call('memory:rules:list', { projectId });
    expect(items.find((rule) => rule.ruleId === ruleId)?.text).toBe('Bob speaks little.');
  });
});

describe('a rename that takes a name away [W2]', () => {
  it('leaves a detail that is nothing but that name: without words it would end what it says', async () => {
    const { version = 0 } = (await entry()) ?? {};
    const detail = { detailId: 'one', label: 'Called', text: 'Ann', fromChapter: null };
    await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: version, details: [detail] },
    });
    const forms = [{ from: 'Ann', to: '' }];
    const [own] = await preview('Rob', forms);
    expect(own?.leftOut).toBe('empty');
    await rename('Rob', forms);
    expect((await entry())?.details[0]?.text).toBe('Ann');
  });
});
