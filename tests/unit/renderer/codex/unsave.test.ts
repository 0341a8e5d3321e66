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
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { createI18n } from '#renderer/i18n/index.ts';
import type { Input } from '#shared/contract/index.ts';
import type { WrittenEntity } from '#shared/domain/entity-change.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { jpegOf } from '#tests/helpers/jpeg.ts';
import { pageCall } from '#tests/helpers/page-call.ts';

type Shown = { items: readonly Entity[] | null };

let test: TestApp;
let projectId: string;

beforeEach(async () => {
  test = await createTestApp();
  const path = join(test.folder, '长夜');
  mkdirSync(path);
  for (let number = 1; number <= 4; number += 1) {
    writeFileSync(join(path, `0${number}.md`), `# ${number}\n\n雪落了一夜。\n`);
  }
  projectId = (await test.call('projects:open', { path })).projectId;
  useSession.getState().setProject(await test.call('projects:get', { projectId }));
});
afterEach(() => test.close());

const unsave = createUnsave(pageCall(() => test));

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

const plain = () => ({ projectId, kind: 'character' as const, name: '舅公', summary: '' });
const said = (fromChapter: number) => ({
  ...{ detailId: 'a', label: '身份', text: '船工', fromChapter },
});

/** A chapter to another place, counted from 1. */
const move = async (from: number, to: number): Promise<void> => {
  const { documents } = await test.call('documents:list', { projectId });
  const documentId = documents[from - 1]?.documentId ?? '';
  await test.call('documents:move', { projectId, documentId, toIndex: to - 1 });
};

const facts = async () =>
  (await test.call('knowledge:entities:list', { projectId })).items.map(
    ({ version: _v, updatedAt: _u, ...entity }) => entity,
  );

/** The list of entries as a page has it. */
const openList = async () => {
  const { list, begin } = createProjectList<Entity, Draft, Shown, WrittenEntity>({
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
    unsave,
    conflict: 'ENTITY_CONFLICT',
  });
  const store: StoreApi<ProjectList<Entity, Draft> & Shown> = createStore(() => ({
    ...list,
    items: null,
  }));
  await list.load(projectId);
  return { list, begin };
};

/** What the writer is told of a refusal, in both languages. */
const refusal = async (undoing: Promise<unknown>) => {
  const failure = await undoing.then(
    () => null,
    (error: unknown) => error,
  );
  const [zh, en] = await Promise.all([createI18n('zh-CN'), createI18n('en')]);
  return [zh, en].map(({ t }) => failureWords(t, failureOf(failure)));
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

  const waiting: [string, (chapter: number) => Partial<Input<'knowledge:entities:create'>>][] = [
    ['fence', (chapter) => ({ fence: { notBeforeChapter: chapter } })],
    ['first chapter', (chapter) => ({ validFromChapter: chapter })],
    ['last chapter', (chapter) => ({ validToChapter: chapter })],
    ['progression', (chapter) => ({ details: [said(chapter)] })],
  ];
  // In front of the chapters that were saved these have other numbers, behind them the same.
  it.each(waiting.flatMap(([what, at]) => [1, 3].map((place) => [what, place, at] as const)))(
    'has its %s at the chapter it had, which has number %i meanwhile [B3]',
    async (_, place, at) => {
      const entry = await test.call('knowledge:entities:create', { ...plain(), ...at(4) });
      const { list } = await openList();
      list.edit(entry);
      const details = [{ detailId: 'a', label: '身份', text: '船工', from: '2' }];
      const fence = { ...draftOf(entry).fence, notBefore: '2' };
      list.changeDraft({ validFrom: '1', validTo: '2', fence, details });
      expect(await list.saveEdit('存好了')).toBe(true);
      await move(4, place);
      expect(await takeBack()).toMatchObject({ text: '存好了' });
      expect(await facts()).toMatchObject([at(place)]);
      await move(place, 4);
      expect(await facts()).toMatchObject([at(4)]);
    },
  );

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
    const what = (await refusal(takeBack())).map((words) => words.what);
    expect(what).toEqual([
      '条目“舅公”的别名已经改成别的了',
      'The entry “舅公” was changed since: aliases',
    ]);
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

  it('stays where it was given relations or a portrait since, which the writer is told [W1, W6]', async () => {
    const { list, begin } = await openList();
    const add = async (name: string) => {
      begin(null, { ...emptyDraft('character'), name }, 0);
      await list.saveEdit('存好了');
      const { items } = await test.call('knowledge:entities:list', { projectId });
      return items.find((one) => one.name === name)?.entityId ?? '';
    };
    const objectId = await add('阿远');
    const subjectId = await add('舅公');
    const relation = { projectId, subjectId, predicate: '舅公', objectId };
    await test.call('knowledge:relations:create', relation);
    expect(await refusal(takeBack())).toEqual([
      {
        what: '条目“舅公”已经有了关系',
        next: '所以条目留着，什么都没有动。真要去掉，请打开它，再点“删除这一条”。',
      },
      {
        what: 'The entry “舅公” has more by now: relations',
        next: 'So the entry stays, and nothing was changed. To be rid of it, open it and choose “Delete this entry”.',
      },
    ]);
    expect(await facts()).toHaveLength(2);
    const entityId = await add('船家');
    const image = jpegOf({ width: 512, height: 512 }).toString('base64');
    await test.call('knowledge:portraits:set', { projectId, entityId, image });
    const [words] = await refusal(takeBack());
    expect(words?.what).toBe('条目“船家”已经有了头像');
    expect(await facts()).toHaveLength(3);
  });

  it('is taken back once, and named where it was deleted meanwhile [W1]', async () => {
    const { entityId } = await plant();
    const change = { projectId, entityId, expectedVersion: 1, summary: '写错了。' };
    const saved = await test.call('knowledge:entities:update', change);
    expect(await unsave(projectId, saved)).toBe(true);
    expect(await unsave(projectId, saved)).toBe(false);
    const again = await test.call('knowledge:entities:update', { ...change, expectedVersion: 3 });
    await test.call('knowledge:entities:delete', { projectId, entityId });
    const [words] = await refusal(unsave(projectId, again));
    expect(words).toMatchObject({ what: '条目“舅公”已经删掉了' });
    await test.call('projects:close', { projectId });
    await expect(unsave(projectId, again)).rejects.toMatchObject({ code: 'PROJECT_CLOSED' });
  });
});
