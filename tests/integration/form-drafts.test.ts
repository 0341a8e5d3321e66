import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formDraftLimit, maxDraftsInCall, maxFormFields } from '#shared/domain/form-draft.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

let books = 0;
let folder: string;
let projectId: string;

beforeEach(async () => {
  books += 1;
  folder = join(test.folder, `forms-${books}`);
  await mkdir(folder);
  writeFileSync(join(folder, '01.md'), '# 渡口\n\n雪落在渡口。\n');
  ({ projectId } = await test.call('projects:open', { path: folder, language: 'zh-CN' }));
});

const draft = (fields: string, step = 1, draftId = 'draft') => ({
  ...{ form: 'note:new', draftId, step, fields },
});
const keep = (...drafts: ReturnType<typeof draft>[]) =>
  test.call('forms:keep', { projectId, pageId: 'page', drafts });
const kept = async (): Promise<string[]> =>
  (await test.call('forms:list', { projectId })).items.map(({ fields }) => fields);

describe('what stands in a form and is not saved [W4 W10]', () => {
  it('is there for the next start of the program, also when its book was closed before', async () => {
    await test.call('projects:close', { projectId });
    await keep(draft('灯亮了。'));
    await test.restart();
    await test.call('projects:open', { path: folder });
    expect((await test.call('forms:list', { projectId })).items).toMatchObject([
      { form: 'note:new', draftId: 'draft', step: 1, fields: '灯亮了。', pageId: 'page' },
    ]);
  });

  it('is what was told last, told twice or late', async () => {
    await keep(draft('灯', 1));
    await keep(draft('灯亮了', 3));
    await keep(draft('灯亮', 2));
    await keep(draft('灯亮了', 3));
    expect(await kept()).toEqual(['灯亮了']);
  });

  it('is gone with the save, and what comes after that changes nothing', async () => {
    await keep(draft('灯亮了'));
    await test.call('forms:drop', { projectId, draftIds: ['draft'] });
    await keep(draft('灯亮', 2));
    await test.call('forms:drop', { projectId, draftIds: ['draft', 'never there'] });
    expect(await kept()).toEqual([]);
  });

  it('is one page’s: another one takes it from the page that left it, once, and what is told by others is not kept', async () => {
    await keep(draft('灯亮了'));
    const take = (pageId: string) =>
      test.call('forms:keep', {
        ...{ projectId, pageId },
        drafts: [{ ...draft('灯亮了', 2), takenFrom: 'page' }],
      });
    expect(await take('second')).toEqual({ lost: [] });
    expect(await take('third')).toEqual({ lost: ['draft'] });
    expect(await keep(draft('灯亮了又灭', 9))).toEqual({ lost: ['draft'] });
    expect((await test.call('forms:list', { projectId })).items).toMatchObject([
      { fields: '灯亮了', pageId: 'second', step: 2 },
    ]);
    await test.call('forms:drop', { projectId, draftIds: ['draft'] });
    expect(await keep(draft('灯亮了又灭', 10))).toEqual({ lost: ['draft'] });
    expect(await kept()).toEqual([]);
  });

  it('stands beside what another page has in the same form, until each of them is dropped', async () => {
    await keep(draft('这边', 1, 'here'));
    await test.call('forms:keep', {
      ...{ projectId, pageId: 'other' },
      drafts: [draft('那边', 1, 'there')],
    });
    expect((await kept()).toSorted()).toEqual(['这边', '那边'].toSorted());
    await test.call('forms:drop', { projectId, draftIds: ['here'] });
    expect(await kept()).toEqual(['那边']);
  });

  it('is refused with a code where it is too large or too much, and then nothing of the call is kept', async () => {
    await keep(draft('x'.repeat(maxFormFields), 1, 'whole'));
    const over = { projectId, pageId: 'page' };
    expect(
      await test.fail('forms:keep', {
        ...over,
        drafts: [draft('small', 1, 'small'), draft('x'.repeat(maxFormFields + 1), 2, 'whole')],
      }),
    ).toBe('FORM_TOO_LARGE');
    expect((await kept()).map(({ length }) => length)).toEqual([maxFormFields]);
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => draft('x', 1, `draft-${from + index}`));
    for (let from = 1; from < formDraftLimit; from += maxDraftsInCall) {
      await keep(...many(from, Math.min(maxDraftsInCall, formDraftLimit - from)));
    }
    expect(await test.fail('forms:keep', { ...over, drafts: many(5_000, 2) })).toBe('FORM_LIMIT');
    expect(await kept()).toHaveLength(formDraftLimit);
    await keep(draft('y', 2, 'draft-1'));
    expect(await kept()).toContain('y');
  });

  it('is of its book alone, and of none that nobody knows', async () => {
    await keep(draft('灯亮了'));
    const other = join(test.folder, `forms-${books}-other`);
    await mkdir(other);
    const { projectId: otherId } = await test.call('projects:open', { path: other });
    expect(await test.call('forms:list', { projectId: otherId })).toEqual({ items: [] });
    await test.call('forms:drop', { projectId: otherId, draftIds: ['draft'] });
    expect(await kept()).toEqual(['灯亮了']);
    expect(
      await test.fail('forms:keep', {
        ...{ projectId: 'nobody', pageId: 'page' },
        drafts: [draft('x')],
      }),
    ).toBe('PROJECT_NOT_FOUND');
  });
});
