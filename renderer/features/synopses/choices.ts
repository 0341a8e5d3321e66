/** What a job for synopses may be for, and what became of the chapters of one. Pure. */
import { chooseChapters } from '#shared/choose-chapters.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import {
  type JobChapter,
  type KeptBack,
  SynopsisChoice,
  type SynopsisForecast,
} from '#shared/domain/synopsis.ts';
import type { ErrorCode } from '#shared/errors.ts';

export type JobChoice = Input<'synopses:job:start'>['which'];
export type ReadSynopses = Output<'synopses:list'>;

/** Those there are chapters for; the rest of the last job first. */
export const choicesOf = (
  documents: readonly DocumentInfo[],
  { items, job }: ReadSynopses,
): { which: JobChoice; count: number }[] => {
  const fresh = items.filter(({ isStale }) => !isStale);
  const proposed = new Set(fresh.map(({ documentId }) => documentId));
  const rest = job === null || job.state === 'running' ? 0 : job.chapters.length - job.done;
  const choices = SynopsisChoice.options.map((which) => ({
    which,
    count: chooseChapters(documents, which, proposed).length,
  }));
  return [{ which: 'rest' as const, count: rest }, ...choices].filter(({ count }) => count > 0);
};

/** Why chapters were not asked about, or gave nothing: those with the same reason together. */
export type LeftOut = {
  reason: { kept: KeptBack } | { code: ErrorCode };
  documentIds: string[];
};

type Reasoned = { documentId: string; reason?: KeptBack | undefined; code?: ErrorCode | undefined };

const groupReasons = (chapters: readonly Reasoned[]): LeftOut[] => {
  const groups = new Map<string, LeftOut>();
  for (const { documentId, reason, code } of chapters) {
    const why = reason === undefined ? code && { code } : { kept: reason };
    if (why === undefined) continue;
    const key = reason ?? code ?? '';
    const group = groups.get(key) ?? { reason: why, documentIds: [] };
    group.documentIds.push(documentId);
    groups.set(key, group);
  }
  return [...groups.values()];
};

export const leftOutOfJob = (chapters: readonly JobChapter[]): LeftOut[] => groupReasons(chapters);

export const leftOutAhead = ({
  keptBack,
  failing,
}: Pick<SynopsisForecast, 'keptBack' | 'failing'>): LeftOut[] =>
  groupReasons([...keptBack, ...failing]);
