/** `fabula test`: holds the requests of a book against what its writer expects of them (N11). */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { Output } from '#shared/contract/index.ts';
import type { App } from '#main/app.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { callerOf } from './caller.ts';
import { junitOf, reportExpectations } from './expectation-report.ts';
import { requireBook } from './require-book.ts';

type TestOptions = { folder: string; json: boolean; junit: string | null };

const writeReport = async (file: string, report: string): Promise<void> => {
  try {
    await writeFile(path.resolve(file), report);
  } catch (error) {
    const code = systemCode(error);
    throw new AppError('FILE_WRITE_FAILED', `The report could not be written (${code}).`, { code });
  }
};

/** Records of expectations that cannot be read: they are no expectations, and must not be missed silently. */
const unreadableIn = ({ problems }: Pick<Output<'projects:open'>, 'problems'>): string[] =>
  problems.flatMap(({ path: file, problem }) =>
    problem === 'recordUnreadable' && file.startsWith('.fabula/expectations/') ? [file] : [],
  );

/**
 * @returns the exit code: 1 when one does not hold, or cannot be judged or read
 * @throws AppError of the call that failed, PROJECT_NOT_FOUND for a folder without a book, FILE_WRITE_FAILED for a report that could not be written
 */
export const testBook = async (
  app: App,
  { folder, json, junit }: TestOptions,
  io: { print(line: string): void; signal: AbortSignal },
): Promise<number> => {
  const call = callerOf(app, io.signal);
  const root = path.resolve(folder);
  await requireBook(root);
  const opened = await call('projects:open', { path: root });
  const { projectId, name, language, documents } = opened;
  const started = performance.now();
  const run = await call('expectations:run', { projectId });
  const took = performance.now() - started;
  const book = {
    ...{ name, language, documents, run },
    unreadable: unreadableIn(opened),
    entities: (await call('knowledge:entities:list', { projectId })).items,
    constraints: (await call('constraints:list', { projectId })).items,
    expectations: (await call('expectations:list', { projectId })).items,
  };
  if (junit !== null) await writeReport(junit, junitOf(book, took));
  if (json) io.print(JSON.stringify({ ...run, unreadable: book.unreadable }));
  else for (const line of reportExpectations(book)) io.print(line);
  return run.failed === 0 && book.unreadable.length === 0 ? 0 : 1;
};
