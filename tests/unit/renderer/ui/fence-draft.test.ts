import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fence } from '#shared/domain/fence.ts';
import { createI18n } from '#renderer/i18n/index.ts';
import { draftOfFence, fenceOfDraft, parseChapter } from '#renderer/ui/fence-draft.ts';
import { fenceWords } from '#renderer/ui/fence-words.ts';

const someFence: fc.Arbitrary<Fence> = fc
  .record(
    {
      notBeforeChapter: fc.integer({ min: 1, max: 100_000 }),
      knownBy: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), {
        minLength: 1,
        maxLength: 5,
      }),
      neverSend: fc.constant(true as const),
    },
    { requiredKeys: [] },
  )
  .filter((fence) => Object.keys(fence).length > 0);

describe('a fence in a form', () => {
  it('comes back as it went in', () => {
    fc.assert(
      fc.property(someFence, (fence) => {
        expect(fenceOfDraft(draftOfFence(fence))).toEqual(fence);
      }),
    );
    expect(fenceOfDraft(draftOfFence(null))).toBeNull();
  });

  it('takes only chapter numbers, full-width ones too', () => {
    expect([parseChapter(' 9 '), parseChapter('１２'), parseChapter('')]).toEqual([9, 12, null]);
    for (const typed of ['0', '-1', '1.5', '九', '9a', '100001']) {
      expect(parseChapter(typed), typed).toBeUndefined();
    }
  });

  it('N3 is said in words', async () => {
    const names = new Map([['lin', '林远']]);
    const zh = await createI18n('zh-CN');
    const en = await createI18n('en');
    const fence = { notBeforeChapter: 12, knownBy: ['lin'] };
    expect(fenceWords(zh.t, 'zh-CN', fence, names)).toEqual(['第十二章起才送', '只有林远知道']);
    expect(fenceWords(en.t, 'en', fence, names)).toEqual(['from chapter 12 on', 'only 林远 knows']);
    expect(fenceWords(en.t, 'en', { neverSend: true }, names)).toEqual(['never sent']);
    expect(fenceWords(en.t, 'en', null, names)).toEqual([]);
  });
});
