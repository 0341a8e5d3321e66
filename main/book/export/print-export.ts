/** Sets a whole book as pages for a browser, whose own print view makes the PDF where there is no desktop. */
import type { RunningJob } from '#main/jobs/service.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { buildBook } from './build-book.ts';
import { type ExportContext, progressOf, settleRequest } from './context.ts';
import { pageNumberStyle } from './formats/print-style.ts';
import { printBook } from './formats/print.ts';
import { gatherBook } from './gather-book.ts';

export const printExport = async (
  context: ExportContext,
  input: Parsed<'documents:export:print'>,
  job: RunningJob,
): Promise<Output<'documents:export:print'>> => {
  const request = settleRequest(context, 'pdf', input);
  const source = await gatherBook(context.sources, request, job.signal);
  const chapters = source.chapters.length;
  const report = progressOf(job, chapters);
  const book = await buildBook(source, request.layout, (done) => {
    job.signal.throwIfAborted();
    report(done);
  });
  const { css, body } = printBook(book, request.layout);
  return { css: `${css}\n${pageNumberStyle}`, body, chapters };
};
