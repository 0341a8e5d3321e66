import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enterDialog, useNotices } from '#renderer/app/notices.ts';
import { useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo, takeBackLast, takeBackStep, useSteps } from '#renderer/app/steps.ts';
import { RpcError } from '#renderer/rpc/rpc-error.ts';
import { createGate } from '#tests/helpers/gate.ts';
import { createTestApp } from '#tests/helpers/app.ts';

/** What was done and taken back, in order. */
let told: string[];

beforeAll(async () => {
  const test = await createTestApp();
  useSession.getState().setProject(await test.call('projects:openSample', { language: 'zh-CN' }));
  await test.close();
});
beforeEach(() => {
  told = [];
  useSteps.setState(useSteps.getInitialState());
  useNotices.setState(useNotices.getInitialState());
});

const openProject = () => {
  const { project } = useSession.getState();
  if (project === null) throw new Error('no book is open');
  return project;
};

const offer = (name: string, undo?: () => Promise<unknown>) => {
  told.push(name);
  const takenBack = async () => told.push(`-${name}`);
  const projectId = openProject().projectId;
  offerUndo({ projectId, place: 'binder', text: name, undo: undo ?? takenBack });
};

const step = (name: string, undo?: () => Promise<unknown>) => inTurn(async () => offer(name, undo));

describe('steps of the book', () => {
  it('are taken back the last first, long after their notice is gone [W1]', async () => {
    await step('移动');
    await step('删除');
    useNotices.setState({ notice: null });
    expect((await takeBackLast())?.text).toBe('删除');
    expect((await takeBackLast())?.text).toBe('移动');
    expect(await takeBackLast()).toBe(null);
    expect(told).toEqual(['移动', '删除', '-删除', '-移动']);
  });

  it('of a dialog are all that can be taken back while it is shown; what is behind it is not seen to change [W1]', async () => {
    await step('移动');
    const leave = enterDialog(Symbol('dialog'));
    expect(await takeBackLast()).toBe(null);
    await step('删除');
    expect((await takeBackLast())?.text).toBe('删除');
    expect(await takeBackLast()).toBe(null);
    leave();
    expect((await takeBackLast())?.text).toBe('移动');
    expect(told).toEqual(['移动', '删除', '-删除', '-移动']);
  });

  it('wait for what is under way: an undo asked for before the answer takes that step back [W1]', async () => {
    const gate = createGate();
    await step('移动');
    const slow = inTurn(async () => {
      await gate.opened;
      offer('分开');
    });
    const undone = takeBackLast();
    gate.open();
    await Promise.all([slow, undone]);
    expect(told).toEqual(['移动', '分开', '-分开']);
  });

  it('are taken back each by its own undo, however quickly keys are pressed [W1]', async () => {
    const gate = createGate();
    await step('改名');
    const slow = inTurn(async () => {
      await gate.opened;
      offer('移动');
    });
    const undone = [takeBackLast(), takeBackLast()];
    gate.open();
    await Promise.all([slow, ...undone]);
    expect(told).toEqual(['改名', '移动', '-移动', '-改名']);
  });

  it('take back no earlier one where the step under way fails [W1]', async () => {
    const gate = createGate();
    await step('改名');
    const failing = inTurn(() => gate.opened.then(() => Promise.reject(new Error('满'))));
    const undone = takeBackLast();
    gate.open();
    await expect(failing).rejects.toThrow('满');
    expect(await undone).toBe(null);
    expect(told).toEqual(['改名']);
  });

  it('are taken back once by their notice [W1]', async () => {
    await step('移动');
    const done = useNotices.getState().notice?.step;
    if (!done) throw new Error('the notice offers no undo');
    await Promise.all([takeBackStep(done), takeBackStep(done)]);
    expect(told).toEqual(['移动', '-移动']);
  });

  it('go on after a step that failed [W1]', async () => {
    await expect(inTurn(() => Promise.reject(new Error('满')))).rejects.toThrow('满');
    await step('移动');
    expect(told).toEqual(['移动']);
  });

  it('are reached past one that cannot be taken back any more, and past one taken back elsewhere [W1]', async () => {
    await step('移动');
    await step('替换', () => Promise.resolve(false));
    await step('合并', () =>
      Promise.reject(new RpcError({ code: 'DOCUMENT_NOT_FOUND', message: '' })),
    );
    expect(useNotices.getState().notice?.text).toBe('合并');
    await expect(takeBackLast()).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
    // What cannot be had is offered no more.
    expect(useNotices.getState().notice).toBe(null);
    await takeBackLast();
    expect(told.at(-1)).toBe('-移动');
  });

  it('stay while the program cannot be reached [W1]', async () => {
    let isReachable = false;
    await step('移动', async () => {
      if (!isReachable) throw new RpcError({ code: 'HOST_UNREACHABLE', message: '' });
      told.push('-移动');
    });
    await expect(takeBackLast()).rejects.toMatchObject({ code: 'HOST_UNREACHABLE' });
    expect(useNotices.getState().notice?.text).toBe('移动');
    isReachable = true;
    await takeBackLast();
    expect(told).toEqual(['移动', '-移动']);
  });

  it('of another book are left alone [W1]', async () => {
    await step('移动');
    const project = openProject();
    useSession.getState().setProject({ ...project, projectId: 'another' });
    await takeBackLast();
    expect(told).toEqual(['移动']);
    useSession.getState().setProject(project);
    await takeBackLast();
    expect(told).toEqual(['移动', '-移动']);
  });

  it('that were offered in the book before are not lost to who presses it in another one [W1]', async () => {
    await step('移动');
    const offered = useNotices.getState().notice?.step;
    if (!offered) throw new Error('nothing was offered');
    const project = openProject();
    useSession.getState().setProject({ ...project, projectId: 'another' });
    expect(await takeBackStep(offered)).toBeNull();
    expect(told).toEqual(['移动']);
    useSession.getState().setProject(project);
    expect(await takeBackStep(offered)).toBe(offered);
    expect(told).toEqual(['移动', '-移动']);
  });

  it('that end in another book are not told there, and wait in their own [W1 W2]', async () => {
    const project = openProject();
    const { projectId } = project;
    const undo = async () => told.push('-替换');
    await inTurn(async () => {
      useSession.getState().setProject({ ...project, projectId: 'another' });
      offerUndo({ projectId, place: 'binder', text: '替换', undo });
    });
    expect(useNotices.getState().notice).toBeNull();
    expect(await takeBackLast()).toBeNull();
    useSession.getState().setProject(project);
    await takeBackLast();
    expect(told).toEqual(['-替换']);
  });
});
