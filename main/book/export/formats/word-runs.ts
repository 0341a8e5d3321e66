/** What both Word formats share: runs, indents, headings, faces, paper. */
import {
  EmphasisMarkType,
  HeadingLevel,
  type IParagraphOptions,
  type IRunOptions,
  TextRun,
} from 'docx';
import type { ExportLayout } from '#shared/domain/export.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Run } from '../book.ts';

/** Twentieths of a point, as Word measures. */
export const inch = 1440;

export const paperSizes: Record<ExportLayout['paper'], { width: number; height: number }> = {
  a4: { width: 11_906, height: 16_838 },
  a5: { width: 8391, height: 11_906 },
  letter: { width: 12_240, height: 15_840 },
};

/** What every Word has, for Latin letters and for Han. */
export const timesAndSong = {
  ascii: 'Times New Roman',
  hAnsi: 'Times New Roman',
  eastAsia: 'SimSun',
  cs: 'Times New Roman',
};

const headingLevels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];

/** @param level from 1; navigation tells six apart */
export const headingAt = (level: number) => headingLevels[level - 1] ?? HeadingLevel.HEADING_6;

/** A style for each level of headings. */
export const headingStyles = <Style>(styleAt: (level: number) => Style): Record<string, Style> =>
  Object.fromEntries(headingLevels.map((_, at) => [`heading${at + 1}`, styleAt(at + 1)]));

/** Han has no slanted letters: what is stressed there bears dots. */
const emphasisOf = (text: string, language: Language): IRunOptions =>
  language === 'zh-CN' && /\p{Script=Han}/u.test(text)
    ? { emphasisMark: { type: EmphasisMarkType.DOT } }
    : { italics: true };

/** A line break inside a paragraph becomes one of Word's. */
export const wordRuns = (runs: readonly Run[], language: Language): TextRun[] =>
  runs.flatMap(({ text, emphasis, strong }) =>
    text.split('\n').map(
      (line, at) =>
        new TextRun({
          text: line,
          ...(emphasis ? emphasisOf(line, language) : {}),
          ...(strong ? { bold: true } : {}),
          ...(at > 0 ? { break: 1 } : {}),
        }),
    ),
  );

/** `points`: size of the type. `firstLineChars` keeps two characters two characters when the type is changed. */
export const firstLineIndent = (
  indent: ExportLayout['indent'],
  points: number,
): Pick<IParagraphOptions, 'indent'> => {
  if (indent === 'none') return {};
  if (indent === 'halfInch') return { indent: { firstLine: inch / 2 } };
  return { indent: { firstLineChars: 200, firstLine: points * 20 * 2 } };
};
