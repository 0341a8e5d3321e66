/** Reads one file of a stranger's beside the program, which goes on meanwhile: what it does to its reader, it does here. */
import { parentPort, workerData } from 'node:worker_threads';
import { listReadings, orderNames, readText } from '#main/book/documents/index.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { ProgressReport } from '#main/base/processes/run-worker.ts';
import type { Progress } from '#main/jobs/service.ts';
import { AppError } from '#shared/errors.ts';
import { chaptersToWrite } from './chapters-to-write.ts';
import type { ImportAnswer, ImportOrder } from './import-order.ts';
import { previewImport } from './preview.ts';

const port = parentPort;

const send = (message: ProgressReport<Progress> | ImportAnswer): void => port?.postMessage(message);

const run = async (order: ImportOrder): Promise<ImportAnswer> => {
  const { limits } = order;
  const report = (step: Progress): void => send({ kind: 'progress', step });
  const reading = { limits, readText, listReadings, orderNames, report };
  if (order.kind === 'preview') {
    return { kind: 'preview', preview: await previewImport(order.request, reading) };
  }
  return { kind: 'chapters', ...(await chaptersToWrite(order.request, reading)) };
};

const describe = (error: unknown): ImportAnswer => {
  if (!(error instanceof AppError)) return { kind: 'broken', report: reportError(error) };
  const { code, message, details } = error;
  return { kind: 'failed', code, message, details: details ?? {} };
};

if (port) void run(workerData).catch(describe).then(send);
