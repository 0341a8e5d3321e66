import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createFormDrafts } from '#renderer/app/form-drafts.ts';
import { useNotices } from '#renderer/app/notices.ts';
import { createProjectList } from '#renderer/app/project-list.ts';
import type { ProjectList } from '#renderer/app/project-list-types.ts';
import { useSession } from '#renderer/app/session.ts';
import { takeBackStep } from '#renderer/app/steps.ts';
import {
  changedFields,
  type Draft,
  draftOf,
  emptyDraft,
  entityOver,
  readDraft,
} from '#renderer/features/codex/draft.ts';
import { createUnsave } from '#renderer/features/codex/unsave.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

type Shown = { items: readonly Entity[] | null };

let test: TestApp;
let projectId: string;

beforeEach(async () => {
  test = await createTestApp();
  const path = join(test.folder, '长夜');
  mkdirSync(path);
  writeFileSync(join(path, '01.md'), '# 第一章\n\n雪落了一夜。\n');
  projectId = (await test.call('projects:open', { path })).projectId;
  useSession.getState().setProject(await test.call('projects:get', { projectId }));
});
afterEach(() => test.close());

const forms = createFormDrafts({
  keep: async () => [],
  drop: async () => {},
  makeId: () => crypto.randomUUID(),
  onFailure(error) {
    throw error;
  },
  onWaiting: () => {},
});

const plant = (): Promise<Entity> =>
  test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '舅公', aliases: ['船公'], summary: '撑船的人。' },
    ...{ validFromChapter: 1, fence: { notBeforeChapter: 1 } },
    details: [{ detailId: 'a', label: '身份', text: '船工', fromChapter: null }],
  });

const facts = async () =>
  (await test.call('knowledge:entities:list', { projectId })).items.map(
    ({ version: _v, updatedAt: _u, ...entity }) => entity,
  );

/** The list of entries as a page has it. */
const openList = async () => {
  const { list, begin } = createProjectList<Entity, Draft, Shown>({
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
      if (fields === null) return null;
      if (id === null)
        return (of) => test.call('knowledge:entities:create', { projectId: of, ...fields });
      const given = changedFields(fields, { draft, begun });
      const scope = { projectId, entityId: id, expectedVersion: version };
      return () => test.call('knowledge:entities:update', { ...scope, ...given });
    },
    unsave: createUnsave(test.call),
    conflict: 'ENTITY_CONFLICT',
  });
  const store: StoreApi<ProjectList<Entity, Draft> & Shown> = createStore(() => ({
    ...list,
    items: null,
  }));
  await list.load(projectId);
  return { list, begin };
};

const takeBack = async () => {
  const { notice } = useNotices.getState();
  return notice?.step ? takeBackStep(notice.step) : null;
};

const changed = {
  ...{ name: '外公', aliases: [], summary: '写错了。', validFrom: '', inclusion: 'never' as const },
  details: [],
};

describe('a saved entry that is taken back [W1, W6]', () => {
  it('has every field as it was', async () => {
    const entry = await plant();
    const before = await facts();
    const { list } = await openList();
    list.edit(entry);
    list.changeDraft({ ...changed, fence: { ...draftOf(entry).fence, notBefore: '' } });
    expect(await list.saveEdit('存好了')).toBe(true);
    expect(await facts()).not.toEqual(before);
    expect(await takeBack()).toMatchObject({ text: '存好了' });
    expect(await facts()).toEqual(before);
  });

  it('stays where somebody changed it since', async () => {
    const entry = await plant();
    const { list } = await openList();
    list.edit(entry);
    list.changeDraft({ summary: '写错了。' });
    await list.saveEdit('存好了');
    const { entityId } = entry;
    const [now] = (await test.call('knowledge:entities:list', { projectId })).items;
    const change = { projectId, entityId, expectedVersion: now?.version ?? 0, aliases: ['老船公'] };
    await test.call('knowledge:entities:update', change);
    await expect(takeBack()).rejects.toMatchObject({ code: 'FIELD_CHANGED' });
    expect(await facts()).toMatchObject([{ summary: '写错了。', aliases: ['老船公'] }]);
  });

  it('is gone where there was none before, and is nothing to take back where nothing was changed', async () => {
    const { list, begin } = await openList();
    begin(null, { ...emptyDraft('character'), name: '舅公' }, 0);
    await list.saveEdit('存好了');
    await takeBack();
    expect(await facts()).toEqual([]);
    const entry = await plant();
    await list.load(projectId);
    list.edit(entry);
    const { notice } = useNotices.getState();
    expect(await list.saveEdit('存好了')).toBe(true);
    expect(useNotices.getState().notice).toBe(notice);
  });
});
