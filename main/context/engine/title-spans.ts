import type { DocumentInfo } from '#shared/domain/project.ts';

type Named = Pick<DocumentInfo, 'path' | 'title'>;
type Span = { start: number; end: number };

/** What stands before a title to count it: it tells nothing. */
const label =
  /^(?:第\s*[\d０-９〇零一二三四五六七八九十百千]+\s*[章回节卷部]|chapter\s+[\divxlc]+|[\d.]+)[\s:：、.．—–-]*/iu;
/** A shorter title is a word that any text may have: code units, Han and other. */
const shortestHan = 4;
const shortestOther = 10;
const han = /\p{Script=Han}/u;
const letter = /[\p{L}\p{N}]/u;

const isTelling = (title: string): boolean =>
  title.length >= (han.test(title) ? shortestHan : shortestOther);

/** By what a text gives a chapter away: its path, its file's name, and its title where that is no mere number. */
const marksOf = ({ path, title }: Named): string[] => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const stem = name.replace(/\.[^.]*$/u, '');
  const telling = [stem, title].map((one) => one.replace(label, '').trim()).filter(isTelling);
  return [...new Set([path, name, ...telling])];
};

const isWhole = (text: string, start: number, end: number): boolean => {
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  const goesOn = (edge: string, inside: string): boolean =>
    letter.test(edge) && letter.test(inside) && !han.test(edge) && !han.test(inside);
  return !goesOn(before, text.charAt(start)) && !goesOn(after, text.charAt(end - 1));
};

/** Where a text names one of these chapters by its path, its file or its title. */
export const titleSpans = (text: string, chapters: readonly Named[]): Span[] => {
  const marks = new Set(chapters.flatMap(marksOf));
  const spans: Span[] = [];
  for (const mark of marks) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
      const end = at + mark.length;
      if (isWhole(text, at, end)) spans.push({ start: at, end });
    }
  }
  return spans;
};
