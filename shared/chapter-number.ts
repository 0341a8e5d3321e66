import { chineseNumeral } from '#shared/chinese-numeral.ts';
import type { Language } from '#shared/domain/identifiers.ts';

/** "第九章", "chapter 9": how a sentence names a chapter by its number. */
export const chapterWords = (chapter: number, language: Language): string =>
  language === 'en' ? `chapter ${chapter}` : `第${chineseNumeral(chapter)}章`;
