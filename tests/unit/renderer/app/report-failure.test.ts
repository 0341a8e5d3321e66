import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  dismissFailure,
  reportFailure,
  settleAnswered,
  settleGone,
  settleReconnected,
  tellFailure,
  useFailures,
} from '#renderer/app/report-failure.ts';
import { type MadeCall, RpcError } from '#renderer/rpc/rpc-error.ts';
import type { ErrorCode } from '#shared/errors.ts';

const rename = (documentId: string, title = '雪'): MadeCall => ({
  channel: 'documents:rename',
  input: { projectId: 'p', documentId, title },
});
const settings: MadeCall = { channel: 'settings:update', input: { settings: {} } };

const fail = (made: MadeCall, code: ErrorCode = 'DISK_FULL'): number => {
  const error = new RpcError({ code, message: 'full' });
  error.made = made;
  reportFailure(error);
  return useFailures.getState().failure?.serial ?? 0;
};
const shown = () => useFailures.getState().failure;
const book = (...documentIds: string[]) => ({
  projectId: 'p',
  documents: documentIds.map((documentId) => ({ documentId })),
});

beforeEach(() => useFailures.setState({ failure: null }));

describe('words about a failed action [W1]', () => {
  it('are settled when the same is done to the same thing, with other words too, and by nothing else', () => {
    fail(rename('one'));
    settleAnswered(rename('two'));
    settleAnswered({ channel: 'documents:read', input: { projectId: 'p', documentId: 'one' } });
    settleAnswered({ channel: 'documents:rename', input: null });
    settleReconnected();
    expect(shown()?.isSettled).toBe(false);
    settleAnswered(rename('one', '灯'));
    expect(shown()?.isSettled).toBe(true);
    fail(settings);
    settleAnswered(settings);
    expect(shown()?.isSettled).toBe(true);
  });

  it('are settled when the book is closed or the chapter goes that they are about, and not when they came of its being gone', () => {
    fail(rename('one'));
    settleGone(book('one', 'three'), book('one', 'two', 'three'));
    expect(shown()?.isSettled).toBe(false);
    settleGone(book('two'), book('one', 'two'));
    expect(shown()?.isSettled).toBe(true);
    fail(rename('gone'), 'DOCUMENT_NOT_FOUND');
    settleGone(book('one'), book('one', 'two'));
    expect(shown()?.isSettled).toBe(false);
    settleGone(null, book('one'));
    expect(shown()?.isSettled).toBe(true);
    fail(settings);
    settleGone(null, book('one'));
    settleGone(book('one'), null);
    expect(shown()?.isSettled).toBe(false);
  });

  it('are settled when the connection is back, where it was lost, or the page was let in no more', () => {
    for (const code of ['HOST_UNREACHABLE', 'UNAUTHORISED'] as const) {
      fail(rename('one'), code);
      expect(shown()?.isSettled).toBe(false);
      settleReconnected();
      expect(shown()?.isSettled).toBe(true);
    }
  });

  it('are of no call that was none: they wait for the writer', () => {
    reportFailure(new Error('no clipboard'));
    settleAnswered(settings);
    settleGone(null, book());
    expect(shown()).toMatchObject({ code: 'INTERNAL', made: null, isSettled: false });
    reportFailure(new RpcError({ code: 'CANCELLED', message: '' }));
    expect(shown()?.code).toBe('INTERNAL');
  });

  it('are said once: the same failure again is the same, open again, and another one is new', () => {
    const serial = fail(rename('one'));
    tellFailure(serial);
    settleAnswered(rename('one'));
    expect(fail(rename('one'))).toBe(serial);
    expect(shown()).toMatchObject({ isSettled: false, isTold: true });
    expect(fail(rename('two'))).toBe(serial + 1);
    expect(shown()?.isTold).toBe(false);
    dismissFailure(serial);
    expect(shown()?.serial).toBe(serial + 1);
    dismissFailure(serial + 1);
    expect(shown()).toBeNull();
    expect(fail(rename('two'))).toBe(serial + 2);
    expect(shown()?.isTold).toBe(false);
  });

  it('never go by themselves, whatever happens in whatever order: they are only settled', () => {
    const step = fc.constantFrom<(() => unknown)[]>(
      () => fail(rename('one')),
      () => fail(settings, 'HOST_UNREACHABLE'),
      () => settleAnswered(rename('one')),
      () => settleAnswered(settings),
      settleReconnected,
      () => settleGone(null, book('one')),
      () => tellFailure(shown()?.serial ?? 0),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        useFailures.setState({ failure: null });
        const before = fail(rename('one'));
        for (const one of steps) one();
        expect(shown()?.serial).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});
