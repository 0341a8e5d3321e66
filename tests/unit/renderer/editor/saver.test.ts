import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSaver, retryMs, type SaverState } from '#renderer/features/editor/saver.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp(save: () => Promise<void> = () => Promise.resolve()) {
  const savedAt: number[] = [];
  const states: SaverState[] = [];
  const begin = Date.now();
  const saver = createSaver({
    save: () => {
      savedAt.push(Date.now() - begin);
      return save();
    },
    mayRetry: (failure) => !(failure instanceof TypeError),
    onState: (state) => states.push(state),
  });
  return { saver, savedAt, states };
}

const typeFor = async (saver: ReturnType<typeof createSaver>, duration: number) => {
  for (let spent = 0; spent < duration; spent += 100) {
    saver.changed();
    await vi.advanceTimersByTimeAsync(100);
  }
};

describe('autosave', () => {
  it('saves one second after the last keystroke', async () => {
    const { saver, savedAt, states } = setUp();
    await typeFor(saver, 300);
    await vi.advanceTimersByTimeAsync(1000);
    expect(savedAt).toEqual([1200]);
    expect(states).toEqual(['unsaved', 'saving', 'saved']);
  });

  it('F17 never leaves a keystroke unsaved for two seconds while typing goes on', async () => {
    const { saver, savedAt } = setUp();
    await typeFor(saver, 20_000);
    const waits = savedAt.map((at, index) => at - (savedAt[index - 1] ?? 0));
    expect(Math.max(...waits)).toBeLessThan(2000);
    expect(savedAt.length).toBeGreaterThanOrEqual(10);
  });

  it('F17 waits for a rest of the keys where the last try failed, and does not try at each of them', async () => {
    let isFull = true;
    const { saver, savedAt } = setUp(() =>
      isFull ? Promise.reject(new TypeError('a decision is needed')) : Promise.resolve(),
    );
    await typeFor(saver, 2000);
    const attempts = savedAt.length;
    await typeFor(saver, 10_000);
    expect(savedAt.length).toBe(attempts);
    isFull = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(savedAt.length).toBe(attempts + 1);
  });

  it('F23 writes nothing under a composition, but first what was typed before it', async () => {
    const { saver, savedAt } = setUp();
    saver.changed();
    saver.hold();
    await vi.advanceTimersByTimeAsync(0);
    expect(savedAt).toEqual([0]);
    saver.changed();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(savedAt).toEqual([0]);
    saver.release();
    await vi.advanceTimersByTimeAsync(1000);
    expect(savedAt).toEqual([0, 11_000]);
  });

  it('tries again by itself after a full disk, but not when a decision is needed', async () => {
    const outcomes = [new Error('full'), new TypeError('conflict')];
    const { saver, savedAt, states } = setUp(() => {
      const failure = outcomes.shift();
      return failure === undefined ? Promise.resolve() : Promise.reject(failure);
    });
    saver.changed();
    await vi.advanceTimersByTimeAsync(1000);
    expect(states.at(-1)).toBe('failed');
    expect(saver.isDirty()).toBe(true);
    await vi.advanceTimersByTimeAsync(retryMs);
    expect(savedAt).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10 * retryMs);
    expect(savedAt).toHaveLength(2);
    await saver.flush();
    expect(states.at(-1)).toBe('saved');
  });

  it('flushes what was typed while a save was under way', async () => {
    const ends: (() => void)[] = [];
    const { saver, savedAt } = setUp(() => new Promise((resolve) => ends.push(resolve)));
    saver.changed();
    const first = saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    saver.changed();
    const second = saver.flush();
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(savedAt).toHaveLength(2);
    expect(saver.isDirty()).toBe(true);
    ends[1]?.();
    await Promise.all([first, second]);
    expect(saver.isDirty()).toBe(false);
  });

  it('rejects a flush that could not save', async () => {
    const { saver } = setUp(() => Promise.reject(new TypeError('gone')));
    saver.changed();
    await expect(saver.flush()).rejects.toThrow('gone');
  });
});
