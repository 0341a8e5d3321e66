/** Has the rules look for contradictions in a book, in a worker. */
import { join } from 'node:path';
import type { Progress, ReportProgress } from '#main/jobs/service.ts';
import { runWorker } from '#main/base/processes/run-worker.ts';
import { AppError } from '#shared/errors.ts';
import type { CheckAnswer, CheckedText, CheckOrder } from './check-order.ts';
import type { CheckingDependencies } from './dependencies.ts';
import type { Draft } from './draft.ts';
import type { ReadBook } from './read-book.ts';
import type { FoundPlace } from './rules/compare-claims.ts';

/** A text as the rules read it, with the whole that holds it and where in that it begins. */
type Source = { checked: CheckedText; whole: string; start: number };

const sourcesOf = ({ chapters, entries }: ReadBook): Source[] => [
  ...entries.flatMap(({ entityId, text: whole, parts }) =>
    parts.map(
      ({ start, ...part }): Source => ({
        checked: { source: 'entry', id: entityId, owner: entityId, chapter: null, ...part },
        ...{ whole, start },
      }),
    ),
  ),
  ...chapters.map(({ documentId: id, chapter, text }): Source => {
    const checked = { source: 'chapter', id, owner: null, chapter, text } as const;
    return { checked: { ...checked, from: null, to: null }, whole: text, start: 0 };
  }),
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
  const sources = sourcesOf(book);
  const order: CheckOrder = {
    texts: sources.map(({ checked }) => checked),
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
    const found = sources[text];
    if (!found) throw died();
    const { checked, whole, start: from } = found;
    const { source, id } = checked;
    return { source, id, text: whole, start: from + start, end: from + end };
  };
  return answer.pairs.map(({ kind, entityId, places: [first, second] }) => ({
    ...{ kind, by: 'rule' as const, entityId, message: '' },
    places: [placeOf(first), placeOf(second)],
  }));
};
