import { describe, expect, it } from 'vitest';
import { changesOf, draftOf } from '#renderer/features/chapter/draft.ts';
import { fenceMeaning } from '#renderer/features/chapter/meaning.ts';
import { createI18n } from '#renderer/i18n/index.ts';
import type { Fence } from '#shared/domain/fence.ts';
import type { Language } from '#shared/domain/identifiers.ts';

const chapter = { pointOfViewEntityId: null, fence: { notBeforeChapter: 9, knownBy: ['a'] } };
const book = { pointOfViewEntityId: 'a' };

describe('chapter settings', () => {
  it('writes nothing when nothing was changed, whatever the order of the fence’s parts', () => {
    const reordered = { ...chapter, fence: { knownBy: ['a'], notBeforeChapter: 9 } };
    expect(changesOf(draftOf(chapter, book), reordered, book)).toEqual({
      chapter: null,
      book: null,
    });
  });

  it('N3 writes only what was changed, chapter and book apart', () => {
    const draft = draftOf(chapter, book);
    expect(changesOf({ ...draft, pointOfView: 'b' }, chapter, book)).toEqual({
      chapter: { pointOfViewEntityId: 'b' },
      book: null,
    });
    const open = { notBefore: '', knownBy: [], neverSend: false };
    expect(changesOf({ ...draft, fence: open, bookPointOfView: null }, chapter, book)).toEqual({
      chapter: { fence: null },
      book: { pointOfViewEntityId: null },
    });
  });

  it('refuses a chapter that is no number', () => {
    const draft = draftOf(chapter, book);
    const bad = { ...draft, fence: { ...draft.fence, notBefore: '九' } };
    expect(changesOf(bad, chapter, book)).toBeUndefined();
  });

  const meaning = async (language: Language, fence: Fence | null) => {
    const { t } = await createI18n(language);
    return fenceMeaning(t, language, fence, new Map([['a', '阿禾']]));
  };

  it('N3 says in one sentence what a fence means', async () => {
    expect(await meaning('zh-CN', null)).toContain('可以送给模型');
    expect(await meaning('zh-CN', { neverSend: true, notBeforeChapter: 9 })).toContain(
      '一个字也不会',
    );
    expect(await meaning('zh-CN', { notBeforeChapter: 9 })).toContain('写第九章之前的章节时');
    expect(await meaning('zh-CN', { knownBy: ['a', 'gone'] })).toContain('阿禾或已删的人物');
    expect(await meaning('en', { notBeforeChapter: 9, knownBy: ['a'] })).toBe(
      'Only chapters from the point of view of 阿禾, from chapter 9 on, may draw on the text of this chapter.',
    );
  });
});
