/** Makes the bytes of an export in a file of its own, which no one else knows. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import type { ExportFormat } from '#shared/domain/export.ts';
import type { RunningJob } from '#main/jobs/service.ts';
import { AppError } from '#shared/errors.ts';
import { type ExportContext, progressOf } from './context.ts';
import { type ExportRequest, gatherBook } from './gather-book.ts';
import { runExport } from './run-export.ts';

export type FileOrder = {
  format: ExportFormat;
  request: ExportRequest;
  job: RunningJob;
};

/** Gathers the chapters and has the worker write them to `target`. */
export const writeBook = async (
  context: ExportContext,
  { format, request, job }: FileOrder,
  target: string,
): Promise<{ bytes: number; chapters: number }> => {
  const source = await gatherBook(context.sources, request, job.signal);
  const chapters = source.chapters.length;
  const onProgress = progressOf(job, chapters);
  const { layout } = request;
  const order = { source, format, layout, target };
  const bytes = await runExport(context.platform.workers.export, order, job.signal, onProgress);
  return { bytes, chapters };
};

/** Lends a path in the data folder, and clears it whatever happens. */
export const withSpoolFile = async <T>(
  { platform }: ExportContext,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  const folder = join(platform.paths.data, 'spool');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `export-${nanoid()}.html`);
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
};

/** Set pages, printed by the desktop. NOT_AVAILABLE_HERE without one. */
const printToFile = async (
  context: ExportContext,
  order: FileOrder,
  target: string,
): Promise<{ bytes: number; chapters: number }> => {
  const { desktop } = context.platform;
  if (!desktop) {
    throw new AppError('NOT_AVAILABLE_HERE', 'Only the desktop window can make a PDF.');
  }
  return withSpoolFile(context, async (page) => {
    const { chapters } = await writeBook(context, order, page);
    const bytes = await desktop.printPdf(page, order.job.signal);
    await writeFile(target, bytes, { flag: 'wx', mode: 0o600, flush: true });
    return { bytes: bytes.byteLength, chapters };
  });
};

/** Writes an export of any format to `target`, where nothing may lie. */
export const makeFile = (
  context: ExportContext,
  order: FileOrder,
  target: string,
): Promise<{ bytes: number; chapters: number }> =>
  order.format === 'pdf' ? printToFile(context, order, target) : writeBook(context, order, target);

/** The bytes of an export. */
export const makeBytes = (
  context: ExportContext,
  order: FileOrder,
): Promise<{ content: Buffer; chapters: number }> =>
  withSpoolFile(context, async (path) => {
    const { chapters } = await makeFile(context, order, path);
    return { content: await readFile(path), chapters };
  });
