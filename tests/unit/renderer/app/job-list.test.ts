import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askAttended, attendEnd, endsToTell, receiveJob, useJobs } from '#renderer/app/job-list.ts';
import type { Job } from '#shared/domain/job.ts';

const importing: Job = {
  jobId: 'import-1',
  kind: 'import',
  book: null,
  projectId: 'p',
  state: 'running',
  step: null,
  ...{ done: 0, total: 0, code: null, startedAt: 1, endedAt: null },
  ...{ canCancel: true, canResume: false },
};
const begins = () => receiveJob(importing.jobId, importing);
const ends = () => receiveJob(importing.jobId, { ...importing, state: 'done', endedAt: 2 });
const answered = () => attendEnd(importing.jobId);

const told: string[] = [];
useJobs.subscribe((now, before) => {
  told.push(...endsToTell(now, before, () => false).map(({ jobId }) => jobId));
});

describe('the end of long work that its window tells of with the answer [W9]', () => {
  beforeEach(() => {
    useJobs.setState({ items: [], attended: new Set(), asked: new Set() });
    told.length = 0;
  });

  afterEach(() => void vi.useRealTimers());

  it.each([
    ['both events come after the answer', [answered, begins, ends]],
    ['the end comes after the answer', [begins, answered, ends]],
    ['both come before it', [begins, ends, answered]],
  ])('is attended for no longer than its event takes: %s', async (_, steps) => {
    for (const step of steps) step();
    await Promise.resolve();
    expect([...useJobs.getState().attended]).toEqual([]);
  });

  it('is not told once more by an event that comes late', () => {
    for (const step of [answered, begins, ends]) step();
    expect(told).toEqual([]);
    for (const step of [begins, answered, ends]) step();
    expect(told).toEqual([]);
  });

  it('is not told either where both events come before the answer, and it was named for that', async () => {
    const answer = await askAttended(async (jobId) => {
      receiveJob(jobId, { ...importing, jobId });
      receiveJob(jobId, { ...importing, jobId, state: 'failed', endedAt: 2 });
      return 'pushed';
    });
    expect([answer, told, [...useJobs.getState().attended]]).toEqual(['pushed', [], []]);
  });

  it.each([
    ['begins never', [], []],
    ['begins and ends late', [], ['running', 'failed'] as const],
    ['goes on for long', ['running'] as const, ['failed'] as const],
  ])(
    'is attended for no longer than its event takes where the call fails: it %s',
    async (_, before, after) => {
      vi.useFakeTimers();
      let taskId = '';
      const receive = (state: 'running' | 'failed') =>
        receiveJob(taskId, { ...importing, jobId: taskId, state });
      const answer = askAttended((jobId) => {
        taskId = jobId;
        for (const state of before) receive(state);
        return Promise.reject(new Error('PROJECT_LOCKED'));
      });
      await expect(answer).rejects.toThrow('PROJECT_LOCKED');
      if (before.length > 0) await vi.advanceTimersByTimeAsync(120_000);
      for (const state of after) receive(state);
      await vi.advanceTimersByTimeAsync(120_000);
      expect([told, [...useJobs.getState().attended]]).toEqual([[], []]);
    },
  );

  it('is told where no window waits for an answer', () => {
    for (const step of [begins, ends]) step();
    expect(told).toEqual(['import-1']);
  });
});
