/** Whole numbers in Chinese numerals, as chapters are numbered in Chinese books. */

const digits = '零一二三四五六七八九';
const units = ['', '十', '百', '千', '万', '十万'];

/** `102` → `一百零二`. For 1 to 99,999. */
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
