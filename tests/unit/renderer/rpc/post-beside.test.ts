import { describe, expect, it } from 'vitest';
import { createPostBeside } from '#renderer/rpc/post-beside.ts';
import type { FromWorker, ToWorker } from '#renderer/rpc/post-messages.ts';
import type { AskedWorker } from '#renderer/rpc/worker-asker.ts';

const call = { path: '/rpc/documents%3Asave', headers: { a: 'b' }, input: { text: '雪' } };

const openWorker = () => {
  const target = new EventTarget();
  const said: ToWorker[] = [];
  let started = 0;
  const worker = {
    postMessage: (message: ToWorker) => void said.push(message),
    addEventListener: target.addEventListener.bind(target),
  } as AskedWorker;
  const beside = createPostBeside(() => {
    started += 1;
    return worker;
  });
  return {
    beside,
    said,
    started: () => started,
    reply: (data: FromWorker) => target.dispatchEvent(new MessageEvent('message', { data })),
    die: () => target.dispatchEvent(new Event('error')),
  };
};

describe('calls posted by a worker', () => {
  it('start one worker, with the first of them, and each hears its own answer, in whatever order they come', async () => {
    const { beside, said, started, reply } = openWorker();
    expect(started()).toBe(0);
    const [first, second] = [beside.post(call, undefined), beside.post(call, undefined)];
    await Promise.resolve();
    reply({ id: 2, text: 'second' });
    reply({ id: 1, text: 'first' });
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(said).toEqual([
      { ...call, id: 1 },
      { ...call, id: 2 },
    ]);
    expect(started()).toBe(1);
  });

  it('fail with what the worker met, and an answer that comes twice is nobody’s', async () => {
    const { beside, reply } = openWorker();
    const failing = beside.post(call, undefined);
    reply({ id: 1, failure: 'TypeError: Failed to fetch' });
    reply({ id: 1, text: 'late' });
    await expect(failing).rejects.toThrow('Failed to fetch');
    expect(beside.isPossible()).toBe(true);
  });

  it('are given up in the worker too when their caller leaves; one that left before says nothing', async () => {
    const { beside, said, reply } = openWorker();
    const leaving = new AbortController();
    const failing = beside.post(call, leaving.signal);
    leaving.abort();
    expect(said.at(-1)).toEqual({ id: 1, path: null });
    reply({ id: 1, failure: 'AbortError' });
    await expect(failing).rejects.toThrow('AbortError');
    await expect(beside.post(call, leaving.signal)).rejects.toThrow('aborted');
    expect(said).toHaveLength(2);
  });

  it('all fail when the worker dies, and none is posted by it afterwards', async () => {
    const { beside, die } = openWorker();
    const failing = [beside.post(call, undefined), beside.post(call, undefined)];
    die();
    for (const one of failing) await expect(one).rejects.toThrow('ended');
    expect(beside.isPossible()).toBe(false);
  });
});
