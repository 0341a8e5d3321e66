import type { Language } from '#shared/domain/identifiers.ts';

const digits = '零一二三四五六七八九';
const units = ['', '十', '百', '千', '万', '十万'];

/** `102` → `一百零二`, as chapters are numbered in Chinese books. For 1 to 99,999. */
export function chineseNumeral(value: number): string {
  const figures = [...String(value)].map(Number);
  let words = '';
  let gap = false;
  figures.forEach((figure, index) => {
    const unit = figures.length - 1 - index;
    if (figure === 0) {
      gap = true;
      return;
    }
    words += `${gap ? '零' : ''}${digits[figure] ?? ''}${units[unit] ?? ''}`;
    gap = false;
  });
  return words.replace(/^一十/, '十');
}

/** "第九章", "chapter 9": how a sentence names a chapter by its number. */
export const chapterWords = (chapter: number, language: Language): string =>
  language === 'en' ? `chapter ${chapter}` : `第${chineseNumeral(chapter)}章`;
