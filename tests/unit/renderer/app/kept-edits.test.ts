import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createFormDrafts } from '#renderer/app/form-drafts.ts';
import { createProjectList } from '#renderer/app/project-list.ts';
import type { ProjectList } from '#renderer/app/project-list-types.ts';
import { useNotices } from '#renderer/app/notices.ts';
import { useSession } from '#renderer/app/session.ts';
import { takeBackStep } from '#renderer/app/steps.ts';
import { type Draft, draftOf, readDraft } from '#renderer/features/constraints/draft.ts';
import { RpcError } from '#renderer/rpc/rpc-error.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import type { Fence } from '#shared/domain/fence.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

type Shown = { items: readonly Constraint[] | null };
type State = ProjectList<Constraint, Draft> & Shown;

const fence = { neverSend: true } as const;
let test: TestApp;
let projectId: string;

beforeEach(async () => {
  test = await createTestApp();
  const path = join(test.folder, '长夜');
  mkdirSync(path);
  writeFileSync(join(path, '第一章.md'), '雪落了一夜。');
  ({ projectId } = await test.call('projects:open', { path }));
  useSession.getState().setProject(await test.call('projects:get', { projectId }));
  for (const text of ['不写梦', '少比喻']) {
    await test.call('constraints:create', { projectId, type: 'narrative', text });
  }
});
afterEach(() => test.close());

/** The list of the constraints, as a page has it that is never closed. */
const openList = async () => {
  const { list, remove } = createProjectList<Constraint, Draft, Shown>({
    get: () => store.getState(),
    set: (change) => store.setState(change),
    fresh: { items: null },
    read: (id) => test.call('constraints:list', { projectId: id }),
    forms: createFormDrafts({
      keep: () => Promise.resolve([]),
      drop: () => Promise.resolve(),
      makeId: () => crypto.randomUUID(),
      onFailure: () => {},
      onWaiting: () => {},
    }),
    ...{ kind: 'constraint', panel: 'constraints', isFormInRow: true },
    entries: () => store.getState().items,
    restore: (of, constraintId) =>
      test.call('constraints:restore', { projectId: of, constraintId }),
    idOf: ({ constraintId }) => constraintId,
    draftOf,
    save({ id, draft, version }) {
      const { value } = readDraft(draft);
      if (id === null || value === null) return null;
      const input = { projectId, constraintId: id, expectedVersion: version, ...value };
      return async () => {
        const signal = new AbortController().signal;
        const reply = await test.app.dispatch('constraints:update', input, { signal });
        if (!reply.ok) throw new RpcError(reply.error);
        return reply.value as Constraint;
      };
    },
    conflict: 'CONSTRAINT_CONFLICT',
  });
  const store: StoreApi<State> = createStore(() => ({ ...list, items: null }));
  await list.load(projectId);
  const [one, other] = store.getState().items ?? [];
  if (one === undefined || other === undefined) throw new Error('two were made');
  const { constraintId } = one;
  const stored = async () =>
    (await test.call('constraints:list', { projectId })).items.find(
      (item) => item.constraintId === constraintId,
    );
  const elsewhere = async (change: { text?: string; fence?: Fence }) => {
    const expectedVersion = (await stored())?.version ?? 0;
    const scope = { projectId, constraintId, expectedVersion };
    await test.call('constraints:update', { ...scope, ...change });
  };
  return { list, remove, one, other, stored, elsewhere, editing: () => store.getState().editing };
};

describe('what is written of an entry that another window changes meanwhile', () => {
  it('is chosen without what was fenced there, and is fenced then [N3]', async () => {
    const { list, one, elsewhere, stored, editing } = await openList();
    list.edit(one);
    list.changeDraft({ text: '少写梦' });
    await elsewhere({ text: '只写一次梦', fence });
    expect(await list.saveEdit()).toBe(false);
    expect(editing()?.theirs).toMatchObject({ text: '只写一次梦', fence });
    await list.resolveConflict('mine');
    expect(await stored()).toMatchObject({ text: '少写梦', fence });
  });

  it('has what was fenced there when its form is opened again [N3 W4]', async () => {
    const { list, one, other, elsewhere, stored } = await openList();
    list.edit(one);
    list.changeDraft({ text: '少写梦' });
    list.edit(other);
    await elsewhere({ fence });
    await list.reload();
    list.edit((await stored()) ?? one);
    expect(await list.saveEdit()).toBe(true);
    expect(await stored()).toMatchObject({ text: '少写梦', fence });
  });

  it('has it when the entry, deleted there, is had back with it [N3 W4]', async () => {
    const { list, one, other, elsewhere, stored, editing } = await openList();
    const { constraintId } = one;
    list.edit(one);
    list.changeDraft({ text: '少写梦' });
    list.edit(other);
    await elsewhere({ text: '梦可以写', fence });
    await test.call('constraints:delete', { projectId, constraintId });
    await list.reload();
    await list.restoreKept(`constraint:${constraintId}`);
    expect(editing()?.draft).toMatchObject({ text: '少写梦' });
    expect(await list.saveEdit()).toBe(true);
    expect(await stored()).toMatchObject({ text: '少写梦', fence });
  });
});

describe('what is written of an entry that is deleted here', () => {
  it('is in its form again after the undo, also where another form had taken its place [W1 W4]', async () => {
    const { list, remove, one, other, editing } = await openList();
    const { constraintId } = one;
    list.edit(one);
    list.changeDraft({ text: '少写梦' });
    list.edit(other);
    const scope = { projectId, constraintId };
    await remove(
      '删掉了',
      () => test.call('constraints:delete', scope),
      () => test.call('constraints:restore', scope),
      constraintId,
    );
    const { notice } = useNotices.getState();
    if (notice?.step) await takeBackStep(notice.step);
    list.edit(one);
    expect(editing()).toMatchObject({ draft: { text: '少写梦' }, isKept: true });
  });
});
