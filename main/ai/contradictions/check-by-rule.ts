/** Has the rules look for contradictions in a book, in a worker. */
import { join } from 'node:path';
import type { Progress, ReportProgress } from '#main/jobs/service.ts';
import { runWorker } from '#main/run-worker.ts';
import { AppError } from '#shared/errors.ts';
import type { CheckAnswer, CheckedText, CheckOrder } from './check-order.ts';
import type { CheckingDependencies } from './dependencies.ts';
import type { Draft } from './draft.ts';
import type { ReadBook } from './read-book.ts';
import type { FoundPlace } from './rules/compare-claims.ts';

const textsOf = ({ chapters, entries }: ReadBook): CheckedText[] => [
  ...entries.map(
    ({ entityId, summary, validFromChapter, validToChapter }): CheckedText => ({
      ...{ source: 'entry', id: entityId, owner: entityId, chapter: null, text: summary },
      ...{ from: validFromChapter, to: validToChapter },
    }),
  ),
  ...chapters.map(
    ({ documentId, chapter, text }): CheckedText => ({
      ...{ source: 'chapter', id: documentId, owner: null, chapter, text, from: null, to: null },
    }),
  ),
];

const died = (): AppError =>
  new AppError('CONTRADICTIONS_BROKEN', 'The check ended before it was done.');

/** CANCELLED where `signal` aborts; CONTRADICTIONS_BROKEN where the worker ends without having read everything. */
export const checkByRule = async (
  { knowledge, platform }: CheckingDependencies,
  { projectId, book }: { projectId: string; book: ReadBook },
  report: ReportProgress,
  signal: AbortSignal,
): Promise<Draft[]> => {
  const texts = textsOf(book);
  const order: CheckOrder = {
    texts,
    entities: knowledge.listEntities(projectId).map(({ entityId, kind, name, aliases }) => ({
      ...{ entityId, kind },
      names: [name, ...aliases],
    })),
    wordList: join(platform.paths.assets, 'words', 'zh.txt'),
  };
  const run = { signal, onProgress: report, died };
  const answer = await runWorker<Progress, CheckAnswer>(
    platform.workers.contradictions,
    order,
    run,
  );
  if (answer.kind === 'broken') {
    platform.logger.log('error', 'a check for contradictions failed', answer.report);
    throw died();
  }
  const placeOf = ({ text, start, end }: FoundPlace): Draft['places'][number] => {
    const { source = 'chapter', id = '', text: whole = '' } = texts[text] ?? {};
    return { source, id, text: whole, start, end };
  };
  return answer.pairs.map(({ kind, entityId, places: [first, second] }) => ({
    ...{ kind, by: 'rule' as const, entityId, message: '' },
    places: [placeOf(first), placeOf(second)],
  }));
};
