/** Shares of a book or a chapter by where the words come from. Pure. */
import type { Output } from '#shared/contract/index.ts';
import { type OriginCounts, OriginKind } from '#shared/domain/origins.ts';

export type Report = Output<'origins:report'>;
export type ReportedChapter = Report['chapters'][number];

export const charactersOf = (counts: OriginCounts): number =>
  OriginKind.options.reduce((sum, kind) => sum + counts[kind], 0);

/** Shares of 1 that add up to 1; all 0 where there is nothing. */
export const sharesOf = (counts: OriginCounts): OriginCounts => {
  const all = Math.max(1, charactersOf(counts));
  const { typed, pasted, model, imported, unknown } = counts;
  return {
    typed: typed / all,
    pasted: pasted / all,
    model: model / all,
    imported: imported / all,
    unknown: unknown / all,
  };
};

export const countsOfBook = (chapters: readonly ReportedChapter[]): OriginCounts =>
  chapters.reduce(
    (sum, { counts }) => ({
      typed: sum.typed + counts.typed,
      pasted: sum.pasted + counts.pasted,
      model: sum.model + counts.model,
      imported: sum.imported + counts.imported,
      unknown: sum.unknown + counts.unknown,
    }),
    { typed: 0, pasted: 0, model: 0, imported: 0, unknown: 0 },
  );

/** Characters of each accepted text in the whole book. */
export const acceptedOfBook = (chapters: readonly ReportedChapter[]): Map<string, number> => {
  const accepted = new Map<string, number>();
  for (const { sourceId, count } of chapters.flatMap((chapter) => chapter.accepted)) {
    accepted.set(sourceId, (accepted.get(sourceId) ?? 0) + count);
  }
  return accepted;
};
