/** What a report is before its places are put into words. */
import type { ReportFigures, ReportRemark } from '#shared/domain/report.ts';
import type { Book } from './book.ts';

/** Three numbers each: the chapter's index, start, end. */
export type Places = number[];

export type DraftLine = {
  remark?: ReportRemark;
  /** Left out: the text of the first place. */
  label?: string;
  suggestion?: string;
  figures?: ReportFigures;
  places: Places;
};

/** The lines in the order they are shown, the most telling first; all of them. */
export type DraftSection = { lines: DraftLine[]; figures?: ReportFigures };

/** One report. Pure. */
export type MakeSection = (book: Book) => DraftSection;

/** Lines of a report that are listed. */
export const maxLines = 200;

/** How often something stands in ten thousand words, to one place. */
export const perTenThousand = (count: number, { size }: Book): number =>
  size === 0 ? 0 : Math.round((count * 100_000) / size) / 10;

/** Puts places beside others of the same key, in the order they come. */
export const addPlace = <Key>(
  places: Map<Key, Places>,
  key: Key,
  place: readonly [chapter: number, start: number, end: number],
): void => {
  const known = places.get(key);
  if (known) known.push(...place);
  else places.set(key, [...place]);
};
