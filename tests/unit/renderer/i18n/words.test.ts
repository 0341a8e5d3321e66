import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import {
  formatChange,
  formatDate,
  formatMoment,
  formatMoments,
  formatPart,
  formatShare,
} from '#renderer/i18n/format.ts';
import { createI18n } from '#renderer/i18n/index.ts';
import { resources } from '#renderer/i18n/resources.ts';
import { errorCodes } from '#shared/errors.ts';

describe('words', () => {
  it('F24 words every error code in both languages', () => {
    expect(Object.keys(resources['zh-CN'].errors).toSorted()).toEqual(errorCodes.toSorted());
    expect(Object.keys(resources.en.errors).toSorted()).toEqual(errorCodes.toSorted());
  });

  it('names keys as the machine has them, and in no text by hand [F24]', async () => {
    const keys = { cut: 'Mod+X', copy: 'Mod+C', paste: 'Mod+V' };
    const said = async (language: 'zh-CN' | 'en', platform: string) => {
      const i18n = await createI18n(language, platform);
      return i18n.t('editor:selection.clipboardClosed', keys);
    };
    expect(await said('zh-CN', 'MacIntel')).toBe('网页读不到剪贴板。用按键就行：⌘X、⌘C、⌘V。');
    expect(await said('en', 'Win32')).toContain('The keys work: Ctrl X, Ctrl C, Ctrl V.');
    const byHand = /(?<!\w)(?:Ctrl|Alt|Shift|Cmd)(?: |\+)|[⌘⌥⇧⌃]/u;
    for (const [language, features] of Object.entries(resources)) {
      for (const [feature, texts] of Object.entries(features)) {
        const lines = JSON.stringify(texts, null, 1).split('\n');
        const named = lines.filter((line) => byHand.test(line));
        expect([language, feature, named]).toEqual([language, feature, []]);
      }
    }
  });

  it('tells a last change by the clock, by yesterday, or by its date [W1]', () => {
    const at = new Date(2026, 10, 28, 9, 5).getTime();
    const changed = (day: number, year = 2026) =>
      formatChange(at, new Date(year, 10, day, 23, 0).getTime(), 'zh-CN');
    expect([changed(28), changed(29), changed(30)]).toEqual(['今天 09:05', '昨天', '11月28日']);
    expect(changed(28, 2027)).toBe('2026年11月28日');
    expect(formatChange(at, at, 'en')).toBe('Today 09:05');
    expect(formatDate('2026-12-01', at, 'zh-CN')).toBe('12月1日');
    expect(formatDate('2027-02-10', at, 'en')).toBe('February 10, 2027');
  });

  it('says of any failure what happened and what to do', async () => {
    const i18n = await createI18n('zh-CN');
    const t = i18n.getFixedT('zh-CN', ['app', 'errors']);
    const known = failureOf({ code: 'DISK_FULL', message: 'x', details: { free: 0 } });
    expect(known.details).toEqual({ free: 0 });
    expect(t(`errors:${known.code}.what`)).toBe('磁盘满了');
    expect(failureOf(new Error('boom')).code).toBe('INTERNAL');
    expect(failureOf('boom').code).toBe('INTERNAL');
    expect(failureWords(i18n.t, known).next).toContain('文字没有丢');
  });

  it('says of a second try that a cap refuses what became of the first [N12]', async () => {
    const i18n = await createI18n('en');
    const excess = {
      ...{ cap: 'perDay', unit: 'tokens', reason: 'over', asked: 300, spent: 900, reserved: 0 },
      ...{ limit: 1000, fits: 100, currency: null, inputTokens: 200, outputTokens: 100 },
    };
    const said = (details: Record<string, string | number | null>) =>
      failureWords(i18n.t, { code: 'PURSE_EXCEEDED', details }).next;
    expect(said(excess)).not.toContain('second try');
    expect(said({ ...excess, failedBefore: 'MODEL_STALLED' })).toBe(
      `${said(excess)} It would have been the second try. The first: ${i18n.t('errors:MODEL_STALLED.what')}.`,
    );
  });

  it('says where a new book cannot be made, and of open text only where there is some [W10]', async () => {
    const i18n = await createI18n('zh-CN');
    const code = 'PROJECT_FOLDER_UNWRITABLE' as const;
    const path = '/home/writer/文稿/Fabula';
    const said = failureWords(i18n.t, { code, details: { path } }).next;
    expect(said).toContain(path);
    expect(said).not.toContain('打开着的文字');
    const open = failureWords(i18n.t, { code, details: { path: '第一章.md' } }).next;
    expect(open).not.toContain('.md');
    expect(open).toContain('打开着的文字');
  });

  it('writes full-width punctuation beside Han in Chinese', () => {
    const texts = JSON.stringify(resources['zh-CN']).match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    const halfWidth = texts.filter((text) =>
      /\p{Script=Han}[,;:!?]|[,;!?]\p{Script=Han}/u.test(text),
    );
    expect(halfWidth).toEqual([]);
  });

  it('formats moments and shares', () => {
    const at = new Date(2026, 10, 21, 9, 5).getTime();
    expect(formatMoment(at, at, 'en')).toBe('09:05');
    expect(formatMoment(at, at + 48 * 3_600_000, 'zh-CN')).toContain('11月21日');
    expect(formatShare(0.155, 'en')).toBe('15.5%');
    // Of a book: one character of ten thousand is not none, and all but one are not all [N14].
    const parts = [0, 0.0001, 0.155, 0.9999, 1].map((share) => formatPart(share, 'zh-CN'));
    expect(parts).toEqual(['0%', '<0.1%', '15.5%', '>99.9%', '100%']);
    expect(formatMoment(new Date(2026, 10, 21, 0, 5).getTime(), at, 'en')).toBe('00:05');
  });

  it('tells moments of one minute by their seconds, those of one second by their order [N1]', () => {
    const at = (minute: number, second: number, ms = 0) =>
      new Date(2026, 10, 21, 9, minute, second, ms).getTime();
    const moments = [at(5, 0), at(6, 1), at(6, 20, 1), at(6, 20, 900), at(7, 0)];
    expect(formatMoments(moments, at(8, 0), 'en')).toEqual([
      '09:05',
      '09:06:01',
      '09:06:20 #1',
      '09:06:20 #2',
      '09:07',
    ]);
  });

  it('tells no two moments of a list alike, however close they are [N1]', () => {
    const moment = fc.oneof(fc.nat(4_000), fc.nat(400_000_000));
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 40 }), (moments) => {
        for (const language of ['zh-CN', 'en'] as const) {
          const words = formatMoments(
            moments.toSorted((left, right) => left - right),
            400_000_000,
            language,
          );
          expect(new Set(words).size).toBe(moments.length);
        }
      }),
      { numRuns: 30 },
    );
  });
});
