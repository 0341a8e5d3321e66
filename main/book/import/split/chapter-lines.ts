/** Chapters at lines that say so: 第一章, 第12回, 卷三, 楔子, Chapter Seven, PART II, Epilogue. */
import { plainTitle } from './headings.ts';
import { type Cut, isBlank, sectionsOf } from './cuts.ts';

const volumeRank = 1;
const chapterRank = 2;
const sectionRank = 3;

const numerals = '〇零○一二三四五六七八九十百千万两兩廿卅壹贰叁肆伍陆柒捌玖拾佰仟0-9０-９';
const chinese = new RegExp(
  `^(?:正文[\\s:：]*)?第\\s*[${numerals}]{1,12}\\s*([章回折幕话話节節卷部篇集册冊季])(.*)$`,
  'u',
);
const volume = new RegExp(`^卷之?[${numerals}]{1,6}(?=$|[\\s:：、.·])(.*)$`, 'u');
const edge =
  /^(?:楔子|序章|序言|序幕|自序|总序|前言|引子|引言|尾声|尾聲|终章|終章|后记|後記|番外[一二三四五六七八九十0-9]*|附录|附錄|大结局)(?=$|[\s:：、.·—-])(.*)$/u;
const word =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{L}+teen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[\\s-](?:one|two|three|four|five|six|seven|eight|nine))?|(?:one\\s+)?hundred)';
const english = new RegExp(
  `^(chapter|part|book|volume|act|section)\\s+(?:\\d{1,4}|[ivxlc]{1,8}|the\\s+\\p{L}+|${word})(?=$|[\\s.:,—–-])(.*)$`,
  'iu',
);
const englishEdge =
  /^(?:prologue|epilogue|interlude|foreword|preface|afterword|introduction|coda)(?=$|[\s.:—–-])(.*)$/i;

const rankOfUnit = (unit: string): number => {
  if (/[卷部篇集册冊季]|^(?:part|book|volume|act)$/iu.test(unit)) return volumeRank;
  return /[节節]|^section$/iu.test(unit) ? sectionRank : chapterRank;
};

const longestLine = 70;
const longestTitle = 60;

/** What stands behind the number is a title, not the rest of a sentence that begins with one. */
const isTitle = (rest: string): boolean => {
  const words = rest.replace(/^[\s:：、.．·|—–-]+/u, '');
  if (words.length > longestTitle || /[。，；,;…]$/u.test(words)) return false;
  if (/^[，,。；;的里是]/u.test(rest.trim())) return false;
  // "Part two of the plan": a title begins with a capital.
  return !/^\s+\p{Ll}/u.test(rest);
};

/** The line without what decorates it. */
const bare = (line: string): string =>
  plainTitle(line)
    .replace(/^#{1,6}\s+/, '')
    .replace(/^[【〔［[「『《]\s*(.*?)\s*[】〕］\]」』》]$/u, '$1')
    .trim();

const rankOfLine = (line: string): number | null => {
  if (line.length > longestLine) return null;
  const found = chinese.exec(line) ?? english.exec(line);
  if (found) return isTitle(found[2] ?? '') ? rankOfUnit(found[1] ?? '') : null;
  if (isTitle(volume.exec(line)?.[1] ?? '。')) return volumeRank;
  const rest = (edge.exec(line) ?? englishEdge.exec(line))?.[1];
  return rest !== undefined && isTitle(rest) ? chapterRank : null;
};

/** Whether it numbers a volume: 第二卷, Part Two. */
export const isVolumeTitle = (title: string): boolean => rankOfLine(bare(title)) === volumeRank;

export const isChapterTitle = (title: string): boolean => rankOfLine(bare(title)) === chapterRank;

const lineCuts = (lines: readonly string[]): Cut[] =>
  lines.flatMap((raw, line) => {
    if (raw.length > longestLine * 3 || isBlank(raw)) return [];
    const title = bare(raw);
    const rank = rankOfLine(title);
    return rank === null ? [] : [{ line, title, rank }];
  });

/** So many chapter lines with nothing between them may be a table of contents. */
const minContents = 3;

/** A title without the page number that a table of contents adds. */
const withoutPage = (title: string): string => title.replace(/[\s.·…]*[.·…]{2}\s*\d{1,4}$/u, '');

/** Where each run of cuts ends that have nothing between them. */
const runEnds = (lines: readonly string[], cuts: readonly Cut[]): number[] => {
  const isEmpty = sectionsOf(lines, cuts)
    .slice(1)
    .map(({ body }) => body.every(isBlank));
  const ends: number[] = [];
  for (let at = cuts.length - 1; at >= 0; at -= 1)
    ends[at] = isEmpty[at] ? (ends[at + 1] ?? at) : at;
  return ends;
};

/** Leaves out tables of contents, whose titles come again, and a title that stands there twice. */
const withoutContents = (lines: readonly string[], cuts: readonly Cut[]): Cut[] => {
  const ends = runEnds(lines, cuts);
  const lastAt = new Map(cuts.map(({ title }, at) => [title, at]));
  const kept: Cut[] = [];
  let runStart = 0;
  for (const [at, cut] of cuts.entries()) {
    if (at > 0 && ends[at] !== ends[at - 1]) runStart = at;
    const before = kept.at(-1);
    const end = ends[at] ?? at;
    const comesAgain = (lastAt.get(withoutPage(cut.title)) ?? lastAt.get(cut.title) ?? at) > at;
    if (before?.title === cut.title && at > runStart) {
      // The heading takes both lines.
      kept[kept.length - 1] = { ...before, length: cut.line - before.line + 1 };
    } else if (end - runStart + 1 < minContents || !comesAgain) kept.push(cut);
  }
  return kept;
};

/** Numbers that stand alone, one behind the other from 1. */
const numberCuts = (lines: readonly string[]): Cut[] => {
  const cuts: Cut[] = [];
  for (const [line, raw] of lines.entries()) {
    if (raw.length > 20) continue;
    const title = bare(raw);
    const number = Number(/^[（(]?(\d{1,3})[)）.、]?$/.exec(title)?.[1] ?? 0);
    if (number === cuts.length + 1) cuts.push({ line, title, rank: chapterRank });
  }
  return cuts.length >= minContents ? cuts : [];
};

export const chapterLineCuts = (lines: readonly string[]): Cut[] => {
  const cuts = withoutContents(lines, lineCuts(lines));
  return cuts.length > 0 ? cuts : numberCuts(lines);
};

/** Lines a rule of the writer's own finds. */
export const patternCuts = (lines: readonly string[], matches: (line: string) => boolean): Cut[] =>
  lines.flatMap((raw, line) => {
    const title = isBlank(raw) ? '' : bare(raw);
    return title !== '' && matches(title)
      ? [{ line, title: title.slice(0, 200), rank: chapterRank }]
      : [];
  });
