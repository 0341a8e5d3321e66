import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHistoryQueue } from '#main/context/engine/history-queue.ts';
import type { Kept } from '#main/context/engine/history-writer.ts';
import { decide } from '#main/context/engine/decide.ts';
import { recordedAssembly, recordedInput } from '#main/context/engine/record.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import { anAssemblyInput } from '#tests/helpers/assembly-input.ts';

const tokens = createTokens();
const input = anAssemblyInput({});
const limits = { ...defaultBudget, total: 3000, maxInput: defaultMaxInput };
const decided = decide(input, limits, { tokens, tokenizer: tokens.info() }, 0);

const kept = (assemblyId: string): Kept => ({
  assemblyId,
  createdAt: 0,
  purpose: 'assemble',
  model: 'none',
  assembly: recordedAssembly(decided),
  input: recordedInput(input),
  request: {
    projectId: input.projectId,
    documentId: input.document.documentId,
    cursorPosition: input.before.length,
    skillId: input.skill.skillId,
  },
  budget: { version: 1, ...defaultBudget },
});

const createQueue = () => {
  const written: string[][] = [];
  const queue = createHistoryQueue(
    (batch) => written.push(batch.map(({ assemblyId }) => assemblyId)),
    () => undefined,
  );
  return { written, queue };
};

describe('assemblies that wait to be written', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are written one at a time, so that a request waits for one of them at most [S3-32]', () => {
    const { written, queue } = createQueue();
    for (const id of ['a', 'b', 'c']) queue.add(kept(id));
    expect(written).toEqual([]);
    vi.advanceTimersToNextTimer();
    expect(written).toEqual([['a']]);
    vi.advanceTimersToNextTimer();
    expect(written).toEqual([['a'], ['b']]);
    vi.runAllTimers();
    expect(written).toEqual([['a'], ['b'], ['c']]);
  });

  it('wait again when a request comes between two of them', () => {
    const { written, queue } = createQueue();
    for (const id of ['a', 'b']) queue.add(kept(id));
    vi.advanceTimersByTime(250);
    expect(written).toEqual([['a']]);
    queue.add(kept('c'));
    vi.advanceTimersByTime(200);
    expect(written).toEqual([['a']]);
    vi.runAllTimers();
    expect(written.flat()).toEqual(['a', 'b', 'c']);
  });

  it('are written all the same while requests do not end, once many wait', () => {
    const { written, queue } = createQueue();
    for (let number = 0; number < 3000; number += 1) {
      queue.add(kept(`${number}`));
      vi.advanceTimersByTime(5);
    }
    expect(written.length).toBeGreaterThan(3000 - 1300);
    queue.flush();
    expect(written.flat()).toHaveLength(3000);
  });
});
