/** How a sentence names a chapter by its number. */
import { chineseNumeral } from '#shared/chinese-numeral.ts';
import { type InterfaceLanguage, interfaceLanguages } from '#shared/domain/interface-language.ts';

/** "第九章", "chapter 9". */
export const chapterWords = (chapter: number, language: InterfaceLanguage): string => {
  const { words, numerals } = interfaceLanguages[language].chapter;
  return words.replace(
    '{number}',
    numerals === 'chinese' ? chineseNumeral(chapter) : String(chapter),
  );
};
