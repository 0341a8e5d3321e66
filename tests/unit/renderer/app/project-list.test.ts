import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useNotices } from '#renderer/app/notices.ts';
import { createFormDrafts } from '#renderer/app/form-drafts.ts';
import { createProjectList } from '#renderer/app/project-list.ts';
import type { ProjectList, Write } from '#renderer/app/project-list-types.ts';
import { useSession } from '#renderer/app/session.ts';
import { takeBackStep, useSteps } from '#renderer/app/steps.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { RpcError } from '#renderer/rpc/rpc-error.ts';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createGate } from '#tests/helpers/gate.ts';

type Shown = { items: readonly Constraint[] | null; query: string };
type State = ProjectList<Constraint, { text: string }> & Shown;

const fresh: Shown = { items: null, query: '' };
let test: TestApp;
let projectId: string;
let otherId: string;
/** What a reading waits for before it answers. */
let reading: Promise<void>;
/** What a form's saving waits for before it is made. */
let saving: Promise<void>;

const openProject = async (name: string): Promise<string> => {
  const path = join(test.folder, name);
  mkdirSync(path);
  writeFileSync(join(path, '第一章.md'), '雪落了一夜。');
  return (await test.call('projects:open', { path })).projectId;
};

beforeEach(async () => {
  test = await createTestApp();
  projectId = await openProject('长夜');
  otherId = await openProject('潮声');
  useSession.getState().setProject(await test.call('projects:get', { projectId }));
  [reading, saving] = [Promise.resolve(), Promise.resolve()];
});
afterEach(() => test.close());

/** A call as the page makes it. */
const send = async <C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>> => {
  const reply = await test.app.dispatch(channel, input, { signal: new AbortController().signal });
  if (!reply.ok) throw new RpcError(reply.error);
  return reply.value as Output<C>;
};

const constraintsOf = async (id = projectId): Promise<string[]> =>
  (await test.call('constraints:list', { projectId: id })).items.map(({ text }) => text);

/** As the forms of one page. */
const createForms = (pageId = 'page') =>
  createFormDrafts({
    keep: async (of, drafts) => (await send('forms:keep', { projectId: of, pageId, drafts })).lost,
    drop: (of, draftIds) => send('forms:drop', { projectId: of, draftIds }),
    makeId: () => crypto.randomUUID(),
    onFailure(error) {
      throw error;
    },
    onWaiting: () => {},
  });

const openList = (forms = createForms()) => {
  const parts = createProjectList<Constraint, { text: string }, Shown>({
    get: () => store.getState(),
    set: (change) => store.setState(change),
    fresh,
    async read(id) {
      const answer = reading;
      const list = await test.call('constraints:list', { projectId: id });
      await answer;
      return list;
    },
    forms,
    kind: 'constraint',
    panel: 'constraints',
    entries: () => store.getState().items,
    isFormInRow: true,
    restore: (of, constraintId) => send('constraints:restore', { projectId: of, constraintId }),
    idOf: ({ constraintId }) => constraintId,
    draftOf: ({ text }) => ({ text }),
    save({ id, draft: { text }, version }) {
      if (text === '') return null;
      return async (of) => {
        const made = saving;
        await made;
        if (id === null) return create(text)(of);
        const scope = { projectId: of, constraintId: id, expectedVersion: version };
        return send('constraints:update', { ...scope, text });
      };
    },
    conflict: 'CONSTRAINT_CONFLICT',
  });
  const store: StoreApi<State> = createStore(() => ({ ...parts.list, ...fresh }));
  const create = (text: string) => (id: string) =>
    send('constraints:create', { projectId: id, type: 'narrative', text });
  const texts = () => store.getState().items?.map(({ text }) => text) ?? null;
  const first = (): Constraint => {
    const [item] = store.getState().items ?? [];
    if (item === undefined) throw new Error('the list is empty');
    return item;
  };
  const add = (write: Write) => parts.add('添加了', (id) => write(id).then(() => null));
  return { ...parts, add, now: store.getState, set: store.setState, create, texts, first };
};

describe('the list of a project', () => {
  it('S3-24 is read again after what is added, and says what could not be', async () => {
    const { list, add, create, texts, now } = openList();
    expect(await add(create('不写梦'))).toBe(false);
    await list.load(projectId);
    expect(texts()).toEqual([]);
    expect(await add(create('不写梦'))).toBe(true);
    expect(texts()).toEqual(['不写梦']);
    const gone: Write = (id) => send('constraints:delete', { projectId: id, constraintId: 'x' });
    expect(await add(gone)).toBe(false);
    expect(failureOf(now().failure).code).toBe('CONSTRAINT_NOT_FOUND');
    expect(now().adding).toBe(false);
    expect(texts()).toEqual(['不写梦']);
    await list.reload();
    expect(now().failure).toBeNull();
  });

  it('begins anew with another project, whatever the former one still answers', async () => {
    const { list, change, create, texts, now, set } = openList();
    await list.load(projectId);
    await change(create('不写梦'));
    set({ query: '梦' });
    const gate = createGate();
    reading = gate.opened;
    const late = list.reload();
    reading = Promise.resolve();
    await list.load(otherId);
    expect(now()).toMatchObject({ projectId: otherId, query: '', items: [] });
    gate.open();
    await late;
    expect(texts()).toEqual([]);
  });

  it('shows no list that was asked for before the one that is shown', async () => {
    const { list, change, create, texts } = openList();
    const gate = createGate();
    reading = gate.opened;
    const late = list.load(projectId);
    reading = Promise.resolve();
    await change(create('不写梦'));
    gate.open();
    await late;
    expect(texts()).toEqual(['不写梦']);
  });

  it('S3-24 lets the writer choose when someone else changed what is being written', async () => {
    const { list, change, create, texts, now, first } = openList();
    await list.load(projectId);
    await change(create('不写梦'));
    const { constraintId, version } = first();
    const theirs = (text: string, expectedVersion: number) =>
      send('constraints:update', { projectId, constraintId, expectedVersion, text });
    list.edit(first());
    list.changeDraft({ text: '' });
    expect(await list.saveEdit()).toBe(false);
    list.changeDraft({ text: '少写梦' });
    await theirs('只写一次梦', version);
    expect(await list.saveEdit()).toBe(false);
    expect(now().editing).toMatchObject({
      draft: { text: '少写梦' },
      theirs: { text: '只写一次梦' },
      saving: false,
      failure: null,
    });
    await list.resolveConflict('mine');
    expect(now().editing).toBeNull();
    expect(texts()).toEqual(['少写梦']);

    list.edit(first());
    list.changeDraft({ text: '不写风' });
    await theirs('不写雨', first().version);
    expect(await list.saveEdit()).toBe(false);
    await list.resolveConflict('theirs');
    expect(now().editing).toBeNull();
    expect(await constraintsOf()).toEqual(['不写雨']);
  });

  it('follows an entry in whose form nothing was written, and has back what was let go of once only [W4]', async () => {
    const { list, change, create, first, now } = openList();
    await list.load(projectId);
    await change(create('不写梦'));
    list.edit(first());
    const { constraintId, version } = first();
    const input = { projectId, constraintId, expectedVersion: version, text: '不写雨' };
    await send('constraints:update', input);
    await list.reload();
    expect(now().editing).toMatchObject({ draft: { text: '不写雨' }, version: first().version });
    list.stopEditing('放弃了');
    await useSteps.getState().turn;
    expect(useSteps.getState().steps).toEqual([]);
    list.edit(first());
    list.changeDraft({ text: '不写风' });
    list.stopEditing('放弃了');
    await expect.poll(() => useNotices.getState().notice?.text).toBe('放弃了');
    const step = useNotices.getState().notice?.step;
    expect(step && (await takeBackStep(step))).toBe(step);
    expect(now().editing).toMatchObject({ draft: { text: '不写风' }, isKept: true });
    expect(await list.saveEdit()).toBe(true);
    expect(await constraintsOf()).toEqual(['不写风']);
  });

  it('keeps what is written of an entry that is gone, with the reason', async () => {
    const { list, change, create, first, now } = openList();
    await list.load(projectId);
    await change(create('不写梦'));
    const { constraintId } = first();
    list.edit(first());
    await send('constraints:delete', { projectId, constraintId });
    expect(await list.saveEdit()).toBe(false);
    expect(now().editing).toMatchObject({ draft: { text: '不写梦' }, theirs: null, saving: false });
    expect(failureOf(now().editing?.failure).code).toBe('CONSTRAINT_NOT_FOUND');
  });

  it('has in its form what stood in it when the page died, and over another version asks [W4]', async () => {
    const dead = createForms('dead');
    const { list, change, create, first } = openList(dead);
    await list.load(projectId);
    await change(create('不写梦'));
    list.edit(first());
    list.changeDraft({ text: '少写梦' });
    await dead.flush();

    const { items } = await test.call('forms:list', { projectId });
    const forms = createForms();
    forms.put(projectId, items);
    const next = openList(forms);
    await next.list.load(projectId);
    const { constraintId, version } = next.first();
    await send('constraints:update', {
      ...{ projectId, constraintId, expectedVersion: version, text: '只写一次梦' },
    });
    await next.list.reload();
    next.list.edit(next.first());
    expect(next.now().editing).toMatchObject({ draft: { text: '少写梦' }, isKept: true });
    expect(await next.list.saveEdit()).toBe(false);
    expect(next.now().editing?.theirs?.text).toBe('只写一次梦');
    await next.list.resolveConflict('mine');
    expect(next.texts()).toEqual(['少写梦']);
    await forms.flush();
    expect((await test.call('forms:list', { projectId })).items).toEqual([]);
  });

  it('does not offer again what was saved by a page that died before it could say so [W4]', async () => {
    const { list, change, create, first, now } = openList();
    await list.load(projectId);
    await change(create('不写梦'));
    const form = `constraint:${first().constraintId}`;
    const fields = JSON.stringify({ draft: { text: '不写梦' }, version: 0 });
    const forms = createForms();
    forms.put(projectId, [{ form, draftId: 'd', step: 1, fields, pageId: 'dead', changedAt: 1 }]);
    const next = openList(forms);
    await next.list.load(projectId);
    next.list.edit(next.first());
    expect(next.now().editing?.isKept).toBe(false);
    expect(forms.waiting(projectId)).toEqual([]);
    expect(now().editing).toBeNull();
  });

  it('lets what is written wait where its entry is deleted elsewhere, and brings both back [W4]', async () => {
    const forms = createForms();
    const { list, change, create, first, now, texts } = openList(forms);
    await list.load(projectId);
    await change(create('不写梦'));
    const { constraintId } = first();
    list.edit(first());
    list.changeDraft({ text: '少写梦' });
    await send('constraints:delete', { projectId, constraintId });
    await list.reload();
    expect(now().editing).toBeNull();
    expect(forms.waiting(projectId)).toMatchObject([{ form: `constraint:${constraintId}` }]);
    await list.restoreKept(`constraint:${constraintId}`);
    expect(now().editing?.draft).toEqual({ text: '少写梦' });
    expect(await list.saveEdit()).toBe(true);
    expect(texts()).toEqual(['少写梦']);
    expect(forms.waiting(projectId)).toEqual([]);
  });

  it('keeps what is written in a form when another one, or another book, takes its place [W4]', async () => {
    const { list, change, create, now } = openList();
    await list.load(projectId);
    await change(create('不写梦'));
    await change(create('不写雨'));
    const [one, other] = now().items ?? [];
    if (one === undefined || other === undefined) throw new Error('too few');
    list.edit(one);
    list.changeDraft({ text: '少写' });
    list.edit(other);
    expect(now().editing).toMatchObject({ draft: { text: other.text }, isKept: false });
    list.edit(one);
    expect(now().editing).toMatchObject({ draft: { text: '少写' }, isKept: true });
    await list.load(otherId);
    await list.load(projectId);
    list.edit(one);
    expect(now().editing?.draft).toEqual({ text: '少写' });
    list.startOver('放弃了');
    expect(now().editing).toMatchObject({ draft: { text: one.text }, isKept: false });
  });

  it('keeps what is typed while the form is being saved, as a change of what was saved [W4]', async () => {
    const forms = createForms();
    const { list, add, create, texts, first, now } = openList(forms);
    await list.load(projectId);
    await add(create('不写梦'));
    list.edit(first());
    list.changeDraft({ text: '少写梦' });
    const gate = createGate();
    saving = gate.opened;
    const saved = list.saveEdit();
    list.changeDraft({ text: '少写梦，不写雨' });
    gate.open();
    expect(await saved).toBe(true);
    expect(texts()).toEqual(['少写梦']);
    expect(now().editing).toMatchObject({ draft: { text: '少写梦，不写雨' }, saving: false });
    expect(await list.saveEdit()).toBe(true);
    expect(texts()).toEqual(['少写梦，不写雨']);
    expect(now().editing).toBeNull();
    await forms.flush();
  });

  it('brings nothing of an entry that is being saved into the form of another one [W4]', async () => {
    const forms = createForms();
    const { list, add, create, texts, now } = openList(forms);
    await list.load(projectId);
    await add(create('不写梦'));
    await add(create('不写雨'));
    const [one, other] = now().items ?? [];
    if (one === undefined || other === undefined) throw new Error('two were added');
    list.edit(one);
    list.changeDraft({ text: '少写梦' });
    const gate = createGate();
    saving = gate.opened;
    const saved = list.saveEdit();
    list.edit(other);
    const scope = { projectId, constraintId: one.constraintId };
    await send('constraints:update', { ...scope, expectedVersion: one.version, text: '梦可以写' });
    gate.open();
    expect(await saved).toBe(false);
    expect(texts()).toEqual(['梦可以写', '不写雨']);
    expect(now().editing).toMatchObject({
      ...{ id: other.constraintId, draft: { text: '不写雨' }, theirs: null, failure: null },
    });
    // Why it was not saved is said; what was written waits in its form.
    expect(failureOf(now().failure).code).toBe('CONSTRAINT_CONFLICT');
    list.edit(one);
    expect(now().editing?.draft.text).toBe('少写梦');
    await forms.flush();
  });

  it('does not close the form that was opened while another book’s was being saved [W4]', async () => {
    const forms = createForms();
    const { list, now, begin } = openList(forms);
    await list.load(projectId);
    begin(null, { text: '' }, 0);
    list.changeDraft({ text: '少写梦' });
    const gate = createGate();
    saving = gate.opened;
    const saved = list.saveEdit();
    await list.load(otherId);
    begin(null, { text: '' }, 0);
    list.changeDraft({ text: '潮声里的话' });
    gate.open();
    expect(await saved).toBe(true);
    expect(now().editing).toMatchObject({ id: null, draft: { text: '潮声里的话' }, saving: false });
    expect(await constraintsOf()).toEqual(['少写梦']);
    await list.load(projectId);
    begin(null, { text: '' }, 0);
    expect(now().editing).toMatchObject({ draft: { text: '' }, isKept: false });
    await forms.flush();
  });

  it('offers an undo that belongs to its project, also when the list is that of another one by then', async () => {
    const { list, change, remove, create, first, texts } = openList();
    await list.load(projectId);
    await change(create('不写梦'));
    const { constraintId } = first();
    await remove(
      '删掉了',
      (id) => send('constraints:delete', { projectId: id, constraintId }),
      (id) => send('constraints:restore', { projectId: id, constraintId }),
    );
    expect(texts()).toEqual([]);
    const { notice } = useNotices.getState();
    expect(notice).toMatchObject({ text: '删掉了', place: 'dock' });
    await list.load(otherId);
    if (notice?.step) await takeBackStep(notice.step);
    await expect.poll(constraintsOf).toEqual(['不写梦']);
    expect(texts()).toEqual([]);
  });
});
