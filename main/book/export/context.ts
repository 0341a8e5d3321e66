/** What the operations of this room share. */
import type { ExportFormat, ExportLayoutChange } from '#shared/domain/export.ts';
import type { RunningJob } from '#main/jobs/service.ts';
import type { Platform } from '#main/platform.ts';
import type { UnfinishedFiles } from '#main/base/files/unfinished-files.ts';
import { settleLayout, firstChoices } from './choices.ts';
import type { ChoicesStore } from './choices-store.ts';
import type { BookSources, ExportRequest } from './gather-book.ts';

export type ExportContext = {
  sources: BookSources;
  choices: ChoicesStore;
  platform: Platform;
  /** Where exports go unless told otherwise. */
  exportsFolder: string;
  unfinished: UnfinishedFiles;
};

/** A request as calls make it: what it leaves open is remembered with the book. */
export type OpenRequest = {
  projectId: string;
  documentIds?: readonly string[] | undefined;
  author?: string | undefined;
  contact?: string | undefined;
  layout?: ExportLayoutChange | undefined;
};

/** PROJECT_NOT_FOUND, PROJECT_CLOSED; DOCUMENT_NOT_FOUND for an id the book does not have. */
export const settleRequest = (
  { choices, sources }: ExportContext,
  format: ExportFormat,
  open: OpenRequest,
): ExportRequest => {
  const { language } = sources.projects.get(open.projectId);
  for (const documentId of open.documentIds ?? []) {
    sources.documents.info(open.projectId, documentId);
  }
  const remembered = choices.read(open.projectId) ?? firstChoices;
  return {
    projectId: open.projectId,
    documentIds: open.documentIds,
    author: (open.author ?? remembered.author).trim(),
    contact: (open.contact ?? remembered.contact).trim(),
    layout: settleLayout(remembered, format, language, open.layout),
  };
};

/** Tells how far an export is; the last step is the writing of the file. */
export const progressOf =
  ({ report }: Pick<RunningJob, 'report'>, chapters: number) =>
  (done: number): void =>
    report({ step: null, done, total: chapters + 1 });
