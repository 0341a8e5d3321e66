import { describe, expect, it } from 'vitest';
import { readingOf, summaryOf } from '#renderer/features/palette/search-summary.ts';
import { createI18n } from '#renderer/i18n/index.ts';
import type { Job } from '#shared/domain/job.ts';

const none = { passages: [], cut: false, failure: null, searching: false };

describe('what the search of the whole book says of what it found', () => {
  it.each([
    [
      'en',
      'is nowhere in the book',
      '0 places; the book is still being read in: 83 of 120 chapters',
    ],
    ['zh-CN', '全书里没有“宝玉”', '0 处；全书还在读入，读了 83 / 120 章'],
  ] as const)(
    'never that words are nowhere while chapters are still to be read (%s) [F24]',
    async (language, nowhere, unread) => {
      const { t } = await createI18n(language);
      expect(summaryOf(t, '宝玉', none, null)).toContain(nowhere);
      expect(summaryOf(t, '宝玉', none, { done: 83, total: 120 })).toBe(unread);
      const uncounted = { done: 0, total: 0 };
      expect(summaryOf(t, '宝玉', none, uncounted)).toBe(t('palette:searching'));
    },
  );

  it('is told of the reading of this book alone, and only while it goes on [F24]', () => {
    const job: Job = {
      ...{ jobId: 'one', kind: 'index', projectId: 'book', state: 'running' },
      ...{ done: 83, total: 120, step: null, book: null, startedAt: 1, endedAt: null },
      ...{ code: null, canCancel: true, canResume: false },
    };
    expect(readingOf([job], 'book')).toBe(job);
    const others: Job[] = [
      { ...job, state: 'done' },
      { ...job, kind: 'import' },
    ];
    expect(readingOf(others, 'book')).toBeNull();
    expect(readingOf([job], 'another')).toBeNull();
  });
});
