/** Has the rules look for contradictions in a book, in a worker. */
import { join } from 'node:path';
import type { Progress, ReportProgress } from '#main/jobs/service.ts';
import { runWorker } from '#main/base/processes/run-worker.ts';
import { AppError } from '#shared/errors.ts';
import type { StoredFinding, StoredPlace } from '#main/book/findings/service.ts';
import type { CheckAnswer, CheckedText, CheckOrder, FormerText } from './check-order.ts';
import type { CheckingDependencies } from './dependencies.ts';
import type { Draft } from './draft.ts';
import { fieldOfLine } from './entry-text.ts';
import type { ReadBook } from './read-book.ts';
import type { FoundPlace } from './rules/compare-claims.ts';
import type { Statements } from './same-statement.ts';

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

const formerOf = ({ source, id, before, quote, after }: StoredPlace): FormerText => {
  const text = before + quote + after;
  const [start, end] = [before.length, before.length + quote.length];
  if (source === 'chapter') return { text, owner: null, start, end };
  // Of an entry each line is read by itself, as it is in the book.
  const from = before.lastIndexOf('\n') + 1;
  const line = text.slice(from).split('\n', 1).join();
  const field = fieldOfLine(line);
  const place = { text: line, owner: id, start: start - from, end: end - from };
  return field ? { ...place, field } : place;
};

/** `stated`: what the places of each draft state, in their order; `lost`: what those of each lost finding did. */
export type Checked = { drafts: Draft[]; stated: Statements[]; lost: Statements[] };

/** CANCELLED where `signal` aborts; CONTRADICTIONS_BROKEN where the worker ends without having read everything. */
export const checkByRule = async (
  { knowledge, platform }: CheckingDependencies,
  { projectId, book, lost }: { projectId: string; book: ReadBook; lost: readonly StoredFinding[] },
  report: ReportProgress,
  signal: AbortSignal,
): Promise<Checked> => {
  const sources = sourcesOf(book);
  const order: CheckOrder = {
    texts: sources.map(({ checked }) => checked),
    former: lost.flatMap(({ places }) => places.map(formerOf)),
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
  return {
    drafts: answer.pairs.map(({ kind, entityId, places: [first, second] }) => ({
      ...{ kind, by: 'rule' as const, entityId, message: '' },
      places: [placeOf(first), placeOf(second)],
    })),
    stated: answer.pairs.map(({ places: [first, second] }) => [[first.states], [second.states]]),
    lost: lost.map((_, at) => [answer.former[2 * at] ?? [], answer.former[2 * at + 1] ?? []]),
  };
};
