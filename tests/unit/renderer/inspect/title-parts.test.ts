import { describe, expect, it } from 'vitest';
import { titleParts } from '#renderer/features/inspect/title-parts.ts';
import { templatesFor } from '#main/context/engine/prompt-templates.ts';
import { Language } from '#shared/domain/identifiers.ts';

describe('titles of items', () => {
  it.each(Language.options)(
    'F6 keeps in %s the place behind the name of the chapter',
    (language) => {
      const { titles } = templatesFor(language);
      const chapter = '第一章 甄士隐梦幻识通灵, before it all';
      for (const title of [
        titles.passage(chapter, 14),
        titles.previousEnding(chapter),
        titles.before(chapter),
        titles.after(chapter),
      ]) {
        expect(titleParts(title)).toEqual({ name: chapter, place: title.slice(chapter.length) });
      }
    },
  );

  it('F6 leaves titles without a place whole', () => {
    for (const title of ['人物：王熙凤', 'Task', '光标之前', 'The ending']) {
      expect(titleParts(title)).toEqual({ name: title, place: '' });
    }
  });
});
