/** Exports a book to a place of the writer's: whole or not at all, and over nothing unasked. */
import { chmod } from 'node:fs/promises';
import type { RunningJob } from '#main/jobs/service.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { chooseTarget, fileExists, type TargetRules } from './choose-target.ts';
import { type ExportContext, settleRequest } from './context.ts';
import { makeFile } from './make-file.ts';
import { explainExportFailure } from './write-failure.ts';

const rulesFor = async (context: ExportContext): Promise<TargetRules> => {
  const books = await context.sources.projects.list();
  return {
    data: context.platform.paths.data,
    documents: context.platform.paths.documents,
    exports: context.exportsFolder,
    books: books.map(({ path }) => path),
  };
};

/** Errors: those of the channel `documents:export`. */
export const exportToFile = async (
  context: ExportContext,
  input: Parsed<'documents:export'>,
  job: RunningJob,
): Promise<Output<'documents:export'>> => {
  const { format, path, replace = false } = input;
  const request = settleRequest(context, format, input);
  try {
    const { target, place } = await chooseTarget(path, replace, await rulesFor(context));
    await context.unfinished.sweep();
    return await context.unfinished.make(target, async (temporary) => {
      const order = { format, request, job };
      const made = await makeFile(context, order, temporary);
      job.signal.throwIfAborted();
      // Made unreadable to others while it was unfinished; from here on a file like any other of the writer's.
      await chmod(temporary, 0o644);
      if (!(await place.fill(temporary))) throw fileExists();
      context.choices.noteExport(input.projectId, target);
      return { path: target, ...made };
    });
  } catch (error) {
    throw explainExportFailure(error);
  }
};
