/** Makes one exported file beside the program, which goes on meanwhile: a novel takes Word's library seconds. */
import { writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { systemCode } from '#main/system-code.ts';
import { buildBook } from './build-book.ts';
import type { ExportOrder, ExportReport } from './export-order.ts';
import { bookFormats } from './formats/index.ts';

const port = parentPort;

const report = (message: ExportReport): void => port?.postMessage(message);

const run = async ({ source, format, layout, target }: ExportOrder): Promise<ExportReport> => {
  const book = await buildBook(source, layout, (done) => report({ kind: 'progress', done }));
  const bytes = await bookFormats[format].write(book, layout);
  await writeFile(target, bytes, { flag: 'wx', mode: 0o600, flush: true });
  return { kind: 'written', bytes: bytes.byteLength };
};

if (port) {
  void run(workerData)
    .catch((error: unknown): ExportReport => ({ kind: 'failed', cause: systemCode(error) }))
    .then(report);
}
