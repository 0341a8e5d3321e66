/** The chapters of a book side by side, in percent of its width; pure. */

export type Book = { now: number; chapters: number };

/** So many chapters of a book of `all`, never less than none or more than all. */
export const shareOf = (chapters: number, all: number): number =>
  Math.round(Math.min(1, Math.max(0, chapters / Math.max(1, all))) * 100_000) / 1_000;

/** The middle of a chapter. */
export const percentOf = (chapter: number, { chapters }: Pick<Book, 'chapters'>): number =>
  shareOf(chapter - 0.5, chapters);

/** A volume over its chapters, in percent of the width; named by its folder. */
export type Volume = { key: string; name: string; from: number; to: number };

/** In the order of the book; none where all chapters lie in one folder. */
export const volumesOf = (
  documents: readonly { documentId: string; group: string }[],
  nameOf: (group: string) => string,
): Volume[] => {
  const first = documents.flatMap(({ group, documentId }, index) =>
    group === documents[index - 1]?.group ? [] : [{ key: documentId, group, index }],
  );
  if (first.length < 2) return [];
  const at = (index: number): number => shareOf(index, documents.length);
  return first.map(({ key, group, index }, place) => ({
    ...{ key, name: nameOf(group) },
    ...{ from: at(index), to: at(first[place + 1]?.index ?? documents.length) },
  }));
};

/** Chapters that are numbered above the lanes: few enough to be read, the one that is written last, and the last of the book. */
export const ticksOf = ({ now, chapters }: Book): number[] => {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
  const step = steps.find((one) => chapters / one <= 11) ?? 1_000;
  const room = Math.max(1, chapters / 14);
  const round = Array.from(
    { length: Math.floor(chapters / step) },
    (_, index) => (index + 1) * step,
  );
  const isBeforeLast = (chapter: number): boolean =>
    chapter === chapters || chapters - chapter > room;
  const ticks = [...new Set([1, ...round.filter(isBeforeLast), Math.max(1, chapters)])].filter(
    (chapter) => chapter === now || Math.abs(chapter - now) > room,
  );
  return now > 0 ? [...new Set([...ticks, now])].toSorted((one, other) => one - other) : ticks;
};
