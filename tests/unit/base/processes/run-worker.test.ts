import { describe, expect, it } from 'vitest';
import { runWorker } from '#main/base/processes/run-worker.ts';
import { AppError } from '#shared/errors.ts';

/** A worker that runs these lines. */
const workerOf = (lines: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; ${lines}`)}`,
  );
const died = (code: string): AppError => new AppError('INTERNAL', `ended: ${code}`);
const { signal } = new AbortController();

describe('a worker that runs for one order', () => {
  it('reports its steps in order and answers what it was asked', async () => {
    const steps: number[] = [];
    const entry = workerOf(
      `for (const step of [1, 2]) parentPort.postMessage({ kind: 'progress', step }); parentPort.postMessage({ kind: 'done', got: workerData.word });`,
    );
    const run = { signal, died, onProgress: (step: number) => void steps.push(step) };
    const answer = await runWorker<number, { kind: string }>(entry, { word: '雪' }, run);
    expect([answer, steps]).toEqual([{ kind: 'done', got: '雪' }, [1, 2]]);
  });

  it('that ends, throws or runs out of memory before it answers is told apart from one that answered', async () => {
    const limits = { maxOldGenerationSizeMb: 16 };
    const endOf = (lines: string): Promise<unknown> =>
      runWorker(workerOf(lines), {}, { signal, died, resourceLimits: limits }).catch(
        (error: unknown) => (error instanceof AppError ? error.message : error),
      );
    expect(await endOf('process.exit(0)')).toBe('ended: ');
    expect(await endOf(`throw new Error('x')`)).toBe('ended: UNKNOWN');
    expect(await endOf(`const all = []; for (;;) all.push({ all: [...all.slice(-9)] });`)).toBe(
      'ended: ERR_WORKER_OUT_OF_MEMORY',
    );
  });

  it('ends wherever it is when nobody wants its answer any more', async () => {
    const leaving = new AbortController();
    const entry = workerOf(`parentPort.postMessage({ kind: 'progress', step: 1 }); for (;;) {}`);
    const run = { signal: leaving.signal, died, onProgress: () => leaving.abort() };
    await expect(runWorker(entry, {}, run)).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
