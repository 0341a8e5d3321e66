import { beforeEach, describe, expect, it } from 'vitest';
import { makeStep, notify, shownPlace, undoNoticed, useNotices } from '#renderer/app/notices.ts';

describe('notices', () => {
  it('F24 stay in the column of the action while it shows, and come below the text when it does not', () => {
    expect(shownPlace('binder', { binder: true, dock: false })).toBe('binder');
    expect(shownPlace('binder', { binder: false, dock: true })).toBe('page');
    expect(shownPlace('dock', { binder: true, dock: false })).toBe('page');
    expect(shownPlace('dock', { binder: false, dock: true })).toBe('dock');
  });
});

describe('the undo of a notice', () => {
  const undone: string[] = [];
  const offer = (text: string) =>
    notify({ text, place: 'binder', undo: () => void undone.push(text) });
  const begin = (text: string) => {
    let resolve = () => {};
    let reject = (_failure: Error) => {};
    const answer = new Promise<void>((...settle) => {
      [resolve, reject] = settle;
    });
    const made = makeStep(() => answer.then(() => offer(text)));
    return { resolve, reject, made };
  };
  beforeEach(() => {
    undone.length = 0;
    useNotices.setState(useNotices.getInitialState(), true);
  });

  it('is of the step that is told, once, and of none where none is told', () => {
    expect(undoNoticed()).toBe(false);
    offer('moved');
    expect([undoNoticed(), undoNoticed()]).toEqual([true, false]);
    expect(undone).toEqual(['moved']);
  });

  it('waits for the step under way and takes back no earlier one [W1]', async () => {
    offer('renamed');
    const { resolve, made } = begin('moved');
    expect(undoNoticed()).toBe(true);
    expect(undone).toEqual([]);
    resolve();
    await made;
    expect(undone).toEqual(['moved']);
  });

  it('waits for the last of several steps', async () => {
    const [one, two] = [begin('one'), begin('two')];
    undoNoticed();
    one.resolve();
    await one.made;
    expect(undone).toEqual([]);
    two.resolve();
    await two.made;
    expect(undone).toEqual(['two']);
  });

  it('is forgotten when the step fails, and comes back for no later one', async () => {
    offer('renamed');
    const failing = begin('moved');
    undoNoticed();
    failing.reject(new Error('refused'));
    await expect(failing.made).rejects.toThrow('refused');
    const next = begin('deleted');
    next.resolve();
    await next.made;
    expect(undone).toEqual([]);
  });
});
