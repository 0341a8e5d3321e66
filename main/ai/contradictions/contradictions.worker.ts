/** Has the rules look for contradictions beside the program, which goes on meanwhile (N15). */
import { parentPort, workerData } from 'node:worker_threads';
import { compileCodexNames, ordinaryWordsFrom } from '#main/book/knowledge/index.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { Progress } from '#main/jobs/service.ts';
import type { ProgressReport } from '#main/base/processes/run-worker.ts';
import { proseTools } from '../judge/index.ts';
import { carryOutOrder, rereadFormer } from './carry-out-order.ts';
import type { CheckAnswer, CheckOrder } from './check-order.ts';
import { withoutLonger } from './without-longer.ts';

const port = parentPort;

const send = (message: ProgressReport<Progress> | CheckAnswer): void => port?.postMessage(message);

const run = (order: CheckOrder): CheckAnswer => {
  const names = compileCodexNames(order.entities, order.wordList);
  const matcher = withoutLonger(names, order, ordinaryWordsFrom(order.wordList).has);
  const tools = { matcher, prose: proseTools };
  const pairs = carryOutOrder(order, tools, (done, total) =>
    send({ kind: 'progress', step: { step: 'reading', done, total } }),
  );
  return { kind: 'checked', pairs, former: rereadFormer(order, tools) };
};

if (port) {
  try {
    send(run(workerData));
  } catch (error) {
    send({ kind: 'broken', report: reportError(error) });
  }
}
