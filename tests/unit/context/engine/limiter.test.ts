import { describe, expect, it } from 'vitest';
import { createLimiter } from '#main/context/engine/limiter.ts';
import { createGate } from '#tests/helpers/gate.ts';

const { signal } = new AbortController();

describe('the limiter', () => {
  it('S3-47 runs four of a chapter at once and the others in the order they came', async () => {
    const limiter = createLimiter(4, 64);
    const gates = Array.from({ length: 10 }, createGate);
    const started: number[] = [];
    const all = gates.map((gate, index) =>
      limiter.run('chapter', signal, async () => {
        started.push(index);
        await gate.opened;
        return index;
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2, 3]);
    for (const [index, gate] of gates.entries()) {
      gate.open();
      expect(await all[index]).toBe(index);
    }
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('S3-47 a full queue of one chapter keeps no other chapter waiting', async () => {
    const limiter = createLimiter(1, 1);
    const gate = createGate();
    const held = [1, 2].map(() => limiter.run('one', signal, () => gate.opened));
    await expect(limiter.run('one', signal, () => gate.opened)).rejects.toMatchObject({
      code: 'CONTEXT_BACKPRESSURE',
    });
    expect(await limiter.run('two', signal, () => Promise.resolve('served'))).toBe('served');
    gate.open();
    await Promise.all(held);
  });

  it('S3-47 who leaves the queue gives up the place, and a failure frees its own', async () => {
    const limiter = createLimiter(1, 1);
    const gate = createGate();
    const leaving = new AbortController();
    const failing = limiter.run('one', signal, async () => {
      await gate.opened;
      throw new Error('broken');
    });
    const left = limiter.run('one', leaving.signal, () => Promise.resolve('never'));
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
    const next = limiter.run('one', signal, () => Promise.resolve('served'));
    gate.open();
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('served');
  });
});
