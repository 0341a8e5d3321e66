/** What the worker of imports is told, and what it answers. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { ImportWarning } from '#shared/contract/import.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ErrorCode, JsonObject } from '#shared/errors.ts';
import type { ErrorReport } from '#main/base/failures/error-report.ts';
import type { NewChapter } from '#main/book/documents/service.ts';
import type { ImportLimits } from './limits.ts';

export type PreviewRequest = Parsed<'import:preview'>;
export type CommitRequest = Parsed<'import:commit'>;

export type ImportOrder = { limits: ImportLimits } & (
  | { kind: 'preview'; request: PreviewRequest }
  | { kind: 'chapters'; request: Omit<CommitRequest, 'into'> }
);

/** What is to be written, as the writer adjusted it. */
export type ChaptersToWrite = {
  language: Language;
  chapters: NewChapter[];
  warnings: ImportWarning[];
};

export type ImportAnswer =
  | { kind: 'preview'; preview: Output<'import:preview'> }
  | ({ kind: 'chapters' } & ChaptersToWrite)
  | { kind: 'failed'; code: ErrorCode; message: string; details: JsonObject }
  /** An error nobody expected, without its message. */
  | { kind: 'broken'; report: ErrorReport };
