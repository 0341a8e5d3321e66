import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createFormDrafts } from '#renderer/app/form-drafts.ts';
import { createProjectList } from '#renderer/app/project-list.ts';
import type { ProjectList } from '#renderer/app/project-list-types.ts';
import {
  changedFields,
  type Draft,
  draftOf,
  entityOver,
  readDraft,
} from '#renderer/features/codex/draft.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

type Shown = { items: readonly Entity[] | null };

let test: TestApp;
let projectId: string;
let opened: ReturnType<typeof createFormDrafts>[];

beforeEach(async () => {
  opened = [];
  test = await createTestApp();
  const path = join(test.folder, '长夜');
  mkdirSync(path);
  for (let number = 1; number <= 9; number += 1) {
    writeFileSync(join(path, `0${number}.md`), `# ${number}\n\n雪落了一夜。\n`);
  }
  projectId = (await test.call('projects:open', { path })).projectId;
});
afterEach(async () => {
  for (const forms of opened) await forms.flush();
  await test.close();
});

const plant = (): Promise<Entity> =>
  test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '舅公', summary: '撑船的人。' },
    ...{ validFromChapter: 2, validToChapter: 8, fence: { notBeforeChapter: 9 } },
    details: [
      { detailId: 'a', label: '身份', text: '船工', fromChapter: 3 },
      { detailId: 'b', label: '身份', text: '证人', fromChapter: 7 },
    ],
  });

const stored = async (): Promise<Entity> => {
  const { items } = await test.call('knowledge:entities:list', { projectId });
  if (items[0] === undefined) throw new Error('there is no entry');
  return items[0];
};

const insertInFront = async (title = '序'): Promise<void> => {
  const { documentId } = await test.call('documents:create', { projectId, title });
  await test.call('documents:move', { projectId, documentId, toIndex: 0 });
};

const createForms = (pageId: string) => {
  const forms = createFormDrafts({
    keep: async (of, drafts) =>
      (await test.call('forms:keep', { projectId: of, pageId, drafts: [...drafts] })).lost,
    drop: async (of, draftIds) => {
      await test.call('forms:drop', { projectId: of, draftIds: [...draftIds] });
    },
    makeId: () => crypto.randomUUID(),
    onFailure(error) {
      throw error;
    },
    onWaiting: () => {},
  });
  opened.push(forms);
  return forms;
};

/** The list of entries as a page has it. */
const openList = (forms = createForms('page')) => {
  const { list } = createProjectList<Entity, Draft, Shown>({
    get: () => store.getState(),
    set: (change) => store.setState(change),
    fresh: { items: null },
    read: (id) => test.call('knowledge:entities:list', { projectId: id }),
    forms,
    kind: 'entity',
    panel: 'codex',
    entries: () => store.getState().items,
    isFormInRow: false,
    restore: (of, entityId) => test.call('knowledge:entities:restore', { projectId: of, entityId }),
    idOf: ({ entityId }) => entityId,
    draftOf,
    draftOver: entityOver,
    save({ id, draft, version, begun }) {
      const { fields } = readDraft(draft);
      if (fields === null || id === null) return null;
      const given = changedFields(fields, { draft, begun });
      const scope = { projectId, entityId: id, expectedVersion: version };
      return () => test.call('knowledge:entities:update', { ...scope, ...given });
    },
    conflict: 'ENTITY_CONFLICT',
  });
  const store: StoreApi<ProjectList<Entity, Draft> & Shown> = createStore(() => ({
    ...list,
    items: null,
  }));
  return { list, now: store.getState };
};

const one = {
  ...{ summary: '撑船的人，瞎了。', validFromChapter: 3, validToChapter: 9 },
  fence: { notBeforeChapter: 10 },
  details: [
    { detailId: 'a', fromChapter: 4 },
    { detailId: 'b', fromChapter: 8 },
  ],
};

it('a form begun before chapters changed places leaves what waits for a chapter with it [B3]', async () => {
  const entry = await plant();
  const { list } = openList();
  await list.load(projectId);
  list.edit(entry);
  await insertInFront();
  list.changeDraft({ summary: one.summary });
  expect(await list.saveEdit()).toBe(true);
  expect(await stored()).toMatchObject(one);
});

it('one that is read again meanwhile shows the numbers of now, and of the writer’s what they typed [B3]', async () => {
  const entry = await plant();
  const { list, now } = openList();
  await list.load(projectId);
  list.edit(entry);
  await insertInFront();
  await list.reload();
  expect(now().editing?.draft).toEqual(draftOf(await stored()));
  const { draft } = now().editing ?? { draft: draftOf(entry) };
  const told = draft.details.map((detail) =>
    detail.detailId === 'a' ? { ...detail, text: '渡工' } : { ...detail, from: '6' },
  );
  list.changeDraft({ details: told, fence: { ...draft.fence, neverSend: true }, validTo: '5' });
  await insertInFront('楔子');
  await list.reload();
  expect(now().editing).toMatchObject({ theirs: null, failure: null });
  expect(await list.saveEdit()).toBe(true);
  expect(await stored()).toMatchObject({
    ...{ validFromChapter: 4, validToChapter: 5 },
    fence: { notBeforeChapter: 11, neverSend: true },
    details: [
      { detailId: 'a', text: '渡工', fromChapter: 5 },
      { detailId: 'b', fromChapter: 6 },
    ],
  });
});

it('what was kept of a form is taken up with the numbers of now [B3, W4]', async () => {
  const entry = await plant();
  const forms = createForms('page');
  const { list } = openList(forms);
  await list.load(projectId);
  list.edit(entry);
  list.changeDraft({ summary: one.summary });
  await forms.flush();
  await insertInFront();

  const { items } = await test.call('forms:list', { projectId });
  const others = createForms('other');
  others.put(projectId, items);
  const later = openList(others);
  await later.list.load(projectId);
  later.list.edit(await stored());
  expect(later.now().editing).toMatchObject({
    isKept: true,
    draft: { summary: one.summary, validFrom: '3', validTo: '9', fence: { notBefore: '10' } },
  });
  expect(await later.list.saveEdit()).toBe(true);
  expect(await stored()).toMatchObject(one);
});
