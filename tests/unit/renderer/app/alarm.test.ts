import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAlarm } from '#renderer/app/alarm.ts';

describe('an alarm that is put off at every key', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('rings once, when nothing has put it off for its time', () => {
    const ring = vi.fn<() => void>();
    const alarm = createAlarm(ring);
    for (let key = 0; key < 20; key += 1) {
      alarm.set(300);
      vi.advanceTimersByTime(90);
    }
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(209);
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ring).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    expect(ring).toHaveBeenCalledTimes(1);
    expect(alarm.isSet()).toBe(false);
  });

  it('takes one timer for many keys', () => {
    const alarm = createAlarm(() => {});
    for (let key = 0; key < 20; key += 1) alarm.set(300);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('rings earlier when it is set earlier', () => {
    const ring = vi.fn<() => void>();
    const alarm = createAlarm(ring);
    alarm.set(1000);
    alarm.set(100);
    vi.advanceTimersByTime(100);
    expect(ring).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2000);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  it('rings no more when it was cleared, and again when it is set again', () => {
    const ring = vi.fn<() => void>();
    const alarm = createAlarm(ring);
    alarm.set(100);
    alarm.clear();
    vi.advanceTimersByTime(1000);
    expect(ring).not.toHaveBeenCalled();
    alarm.set(100);
    vi.advanceTimersByTime(100);
    expect(ring).toHaveBeenCalledTimes(1);
  });
});
