/** Reads the heading of a chapter: its number and its title. */
const chinese =
  /^((?:第[〇零一二三四五六七八九十百千两0-9０-９]+[章回节折幕话卷部集篇])|楔子|序章|序幕|尾声|终章|番外[一二三四五六七八九十0-9]*)[\s　:：、.·—-]*(.*)$/u;
const units = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{L}+teen';
const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
/** What may follow the first word of a long number: "One Hundred and Twenty-Three". */
const further = `(?:\\s+(?:hundred|and|${units}|(?:${tens})(?:[\\s-](?:${units}))?))*`;
const english = new RegExp(
  `^((?:chapter|part|book|act)\\s+[\\p{L}\\p{N}-]+${further}|prologue|epilogue|interlude)(?:\\s*[:.—–-]\\s*|\\s{2,}|$)(.*)$`,
  'iu',
);

export type ChapterHeading = {
  /** "第七章", "Chapter Six"; null when the heading carries none. */
  label: string | null;
  /** The rest; the whole heading when nothing is left. */
  title: string;
};

const read = (heading: string): RegExpExecArray | null =>
  chinese.exec(heading.trim()) ?? english.exec(heading.trim());

/** Whether a heading is the chapter's label and nothing else: "Chapter Six". */
export const isChapterLabel = (heading: string): boolean => read(heading)?.[2]?.trim() === '';

/** Splits a heading into the chapter's label and its title, as the page and the binder show them. */
export function chapterHeading(heading: string): ChapterHeading {
  const found = read(heading);
  const label = found?.[1];
  const title = found?.[2]?.trim();
  if (label === undefined) return { label: null, title: heading.trim() };
  return title === undefined || title === '' ? { label: null, title: label } : { label, title };
}
