import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { againMs, createAfterRest, longestMs, restMs } from '#renderer/app/rest.ts';
import { RpcError } from '#renderer/rpc/rpc-error.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const failWith = (code: 'DISK_FULL' | 'SETTINGS_INVALID') => () =>
  Promise.reject(new RpcError({ code, message: '' }));

describe('what the program writes down by itself [W8 F17]', () => {
  it('says nothing of a full disk, where the page does, and is written down once there is room', async () => {
    const report = vi.fn<() => void>();
    const work = vi.fn<() => Promise<void>>(failWith('DISK_FULL'));
    createAfterRest(report).later(work);
    await vi.advanceTimersByTimeAsync(restMs + 3 * againMs);
    expect(work).toHaveBeenCalledTimes(4);
    work.mockResolvedValue();
    await vi.advanceTimersByTimeAsync(10 * againMs);
    expect(work).toHaveBeenCalledTimes(5);
    expect(report).not.toHaveBeenCalled();
  });

  it('takes what comes meanwhile in place of what failed, and tries no more once it is stopped', async () => {
    const rest = createAfterRest(() => undefined);
    const first = vi.fn<() => Promise<never>>(failWith('DISK_FULL'));
    const second = vi.fn<() => Promise<never>>(failWith('DISK_FULL'));
    rest.later(first);
    await vi.advanceTimersByTimeAsync(restMs);
    rest.later(second);
    await vi.advanceTimersByTimeAsync(restMs + againMs);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(againMs - 1);
    let fail = (): void => undefined;
    rest.later(
      () =>
        new Promise((_, reject) => {
          fail = () => reject(new RpcError({ code: 'DISK_FULL', message: '' }));
        }),
    );
    await vi.advanceTimersByTimeAsync(restMs);
    rest.stop();
    fail();
    await vi.advanceTimersByTimeAsync(2 * againMs);
    expect(second).toHaveBeenCalledTimes(2);
  });

  it('tells of what will not pass by itself', async () => {
    const report = vi.fn<() => void>();
    createAfterRest(report).later(failWith('SETTINGS_INVALID'));
    await vi.advanceTimersByTimeAsync(restMs);
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('is written down while a writer types on without a rest, and at once when the window closes', async () => {
    const rest = createAfterRest(() => undefined);
    const work = vi.fn<() => Promise<void>>().mockResolvedValue();
    for (let typed = 0; typed < 2 * longestMs; typed += restMs / 3) {
      rest.later(work);
      await vi.advanceTimersByTimeAsync(restMs / 3);
    }
    expect(work.mock.calls.length).toBeGreaterThanOrEqual(1);
    const sofar = work.mock.calls.length;
    rest.later(work);
    await rest.flush();
    await rest.flush();
    expect(work).toHaveBeenCalledTimes(sofar + 1);
  });
});
