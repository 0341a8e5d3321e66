import { describe, expect, it } from 'vitest';
import { reportHtml, reportJson } from '#renderer/features/origins/report-file.ts';
import type { Report } from '#renderer/features/origins/shares.ts';
import { createI18n } from '#renderer/i18n/index.ts';

const counts = { typed: 300, pasted: 0, model: 100, imported: 0, unknown: 600 };
const sha256 = 'ab'.repeat(32);
const chapter = { documentId: 'one', chapter: 1, sha256, counts, accepted: [] };
const report: Report = {
  since: Date.UTC(2026, 9, 3, 12),
  chapters: [
    { ...chapter, title: '雪夜 <b>"&', isFenced: false },
    {
      ...{ ...chapter, documentId: 'two', chapter: 2, title: '舅公是凶手', isFenced: true },
      accepted: [{ sourceId: 'candidate', count: 100 }],
    },
  ],
  sources: [
    {
      ...{ sourceId: 'candidate', runId: 'run-7', skillId: 'polish', program: null },
      ...{ model: 'gpt-<4>', acceptedAt: Date.UTC(2026, 10, 20, 12) },
    },
  ],
};
const told = { book: 'A & B', madeAt: new Date(Date.UTC(2026, 10, 23, 12)), report };

describe('the report of where the words come from [N14]', () => {
  it.each(['zh-CN', 'en'] as const)(
    'is one page that says figures, models, hashes, method and limits, and no title of a closed chapter, %s',
    async (language) => {
      const { t } = await createI18n(language);
      const html = reportHtml({ t, language }, told);
      expect(html).toContain('雪夜 &lt;b&gt;&quot;&amp;');
      expect(html).toContain('A &amp; B');
      expect(html).toContain('gpt-&lt;4&gt;');
      expect(html).toContain(t('origins:run', { id: 'run-7' }));
      // Since when, and what of the text is counted: without it nobody can make the figures again.
      expect(html).toContain(language === 'en' ? 'October 3, 2026' : '2026年10月3日');
      expect(html).toContain(t('origins:method.counted'));
      expect(html).toContain(sha256);
      expect(html).toContain('600 (60%)');
      expect(html).toContain('1,200 (60%)');
      expect(html).toContain(t('origins:closedChapter', { chapter: 2 }));
      expect(html).not.toContain('舅公');
      for (const key of ['how', 'limits', 'hash'] as const) {
        expect(html).toContain(t(`origins:method.${key}`).replaceAll('&', '&amp;'));
      }
      // Nothing is fetched, nothing runs.
      expect(html).not.toMatch(/<script|https?:|src=|@import/);
    },
  );

  it('says of a chapter that could not be read that it is in no figure', async () => {
    const { t } = await createI18n('zh-CN');
    const lost = { ...chapter, documentId: 'three', chapter: 3, title: '坏了的一章', sha256: null };
    const nothing = { typed: 0, pasted: 0, model: 0, imported: 0, unknown: 0 };
    const chapters = [...report.chapters, { ...lost, counts: nothing, isFenced: false }];
    const html = reportHtml({ t, language: 'zh-CN' }, { ...told, report: { ...report, chapters } });
    expect(html).toContain(`坏了的一章</th><td colspan="7">${t('origins:unreadable')}</td>`);
    expect(html).toContain('1,200 (60%)');
  });

  it('is the same for programs', () => {
    const parsed: unknown = JSON.parse(reportJson(told));
    expect(parsed).toMatchObject({
      book: 'A & B',
      firstOpened: '2026-10-03T12:00:00.000Z',
      counted: 'characters without white space',
      counts: { typed: 600, unknown: 1200 },
      chapters: [
        { title: '雪夜 <b>"&', sha256 },
        { title: null, chapter: 2, counts },
      ],
      sources: [{ model: 'gpt-<4>', runId: 'run-7', acceptedAt: '2026-11-20T12:00:00.000Z' }],
    });
    expect(reportJson(told)).not.toContain('舅公');
  });
});
