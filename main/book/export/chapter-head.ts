/** What stands above a chapter: its label and title, as written, counted anew, or without a label. */
import { chapterHeading } from '#shared/chapter-heading.ts';
import { chineseNumeral } from '#shared/chinese-numeral.ts';
import type { ExportLayout } from '#shared/domain/export.ts';
import type { Language } from '#shared/domain/identifiers.ts';

export type ChapterHead = { label: string | null; title: string | null };

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** "One Hundred and Twenty-Three". For 1 to 999; above, the figures. */
export const englishNumeral = (value: number): string => {
  if (value > 999) return String(value);
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const below =
    rest < 20 ? (ones[rest] ?? '') : [tens[Math.floor(rest / 10)], ones[rest % 10]].join('-');
  const words = [
    ...(hundreds > 0 ? [`${ones[hundreds]} hundred`] : []),
    ...(rest > 0 ? [below.replace(/-zero$/, '')] : []),
  ].join(' and ');
  return words.replace(/(?<![\p{L}])(?!and\b)\p{L}/gu, (letter) => letter.toUpperCase());
};

/** Parts of a book that bear no number. */
const unnumbered =
  /^(?:楔子|序(?![\p{Script=Han}]{2})|序章|序幕|序言|引子|前言|尾声|终章|后记|番外|prologue|epilogue|interlude|preface|foreword|afterword)/iu;
const onlyLabel =
  /^(?:第[〇零一二三四五六七八九十百千两0-9０-９]+[章回节折幕话]|chapter\s+[\p{L}\p{N}-]+)$/iu;

const asWritten = (heading: string): ChapterHead => {
  const { label, title } = chapterHeading(heading);
  return label === null && (onlyLabel.test(title) || unnumbered.test(title))
    ? { label: title, title: null }
    : { label, title };
};

const countedLabel: Record<Language, (number: number) => string> = {
  'zh-CN': (number) => `第${chineseNumeral(number)}章`,
  en: (number) => `Chapter ${englishNumeral(number)}`,
};

/** Heads of the chapters that go out, in order: counting goes over these, prologues and the like left aside. */
export const headChapters = (
  headings: readonly string[],
  numbering: ExportLayout['numbering'],
  language: Language,
): ChapterHead[] => {
  let counted = 0;
  return headings.map((heading) => {
    const written = asWritten(heading);
    if (numbering === 'asWritten' || unnumbered.test(heading.trim())) return written;
    // Without its label nothing would be left to find the chapter by.
    if (numbering === 'none') return written.title === null ? written : { ...written, label: null };
    counted += 1;
    return { ...written, label: countedLabel[language](counted) };
  });
};
