/** Makes the reports of one book beside the program, which goes on meanwhile (W7). */
import { parentPort, workerData } from 'node:worker_threads';
import { compileCodexNames } from '#main/book/knowledge/index.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { ProgressReport } from '#main/base/processes/run-worker.ts';
import type { Progress } from '#main/jobs/service.ts';
import { carryOutOrder, type FindNames } from './carry-out-order.ts';
import type { ReportAnswer, ReportOrder } from './report-order.ts';
import { loadDictionary } from './spelling/dictionary.ts';

const port = parentPort;

const send = (message: ProgressReport<Progress> | ReportAnswer): void => port?.postMessage(message);

const findNamesOf = ({ codex, wordList }: ReportOrder): FindNames => {
  const characters = codex.filter(({ isCharacter }) => isCharacter);
  const indices = new Map(characters.map(({ entityId }, index) => [entityId, index]));
  // All names take part: a place within a longer name is that name's.
  const matcher = compileCodexNames(codex, wordList);
  return (text) =>
    Uint32Array.from(
      matcher.find(text).flatMap(({ entityId, start, end }) => {
        const index = indices.get(entityId);
        return index === undefined ? [] : [index, start, end];
      }),
    );
};

const run = (order: ReportOrder): ReportAnswer =>
  carryOutOrder(order, { findNames: findNamesOf(order), loadDictionary }, (done, total) =>
    send({ kind: 'progress', step: { step: 'reading', done, total } }),
  );

if (port) {
  try {
    send(run(workerData));
  } catch (error) {
    send({ kind: 'broken', report: reportError(error) });
  }
}
