/** Makes one exported file beside the program, which goes on meanwhile: a novel takes Word's library seconds. */
import { writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { ProgressReport } from '#main/base/processes/run-worker.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { buildBook } from './build-book.ts';
import type { ExportAnswer, ExportOrder } from './export-order.ts';
import { bookFormats } from './formats/index.ts';

const port = parentPort;

const report = (message: ProgressReport<number> | ExportAnswer): void => port?.postMessage(message);

const run = async ({ source, format, layout, target }: ExportOrder): Promise<ExportAnswer> => {
  const book = await buildBook(source, layout, (done) => report({ kind: 'progress', step: done }));
  const bytes = await bookFormats[format].write(book, layout);
  await writeFile(target, bytes, { flag: 'wx', mode: 0o600, flush: true });
  return { kind: 'written', bytes: bytes.byteLength };
};

if (port) {
  void run(workerData)
    .catch((error: unknown): ExportAnswer => ({ kind: 'failed', cause: systemCode(error) }))
    .then(report);
}
