/** What gathering noticed: sources that failed and rows that are malformed. Neither stops a request (S3-31, S3-39). */
import type { Language } from '#shared/domain/identifiers.ts';
import { appErrorCode } from '#shared/errors.ts';
import type { Logger } from '#main/platform.ts';
import {
  type MalformedRow,
  type RowKind,
  type WarningCode,
  warn,
  warnOfMalformed,
} from './warnings.ts';

export type GatherNotices = {
  noteFailure(code: WarningCode, error: unknown): void;
  /** What is no failure of a source, and the writer should know all the same. */
  note(code: WarningCode): void;
  /** What `read` answers; `fallback` where it fails, with a warning. */
  readOr<T>(code: WarningCode, fallback: T, read: () => T): T;
  /** Takes the ids of rows of a kind that are left out. */
  refuse(kind: RowKind): (ids: readonly string[]) => void;
  /** Everything, in the project's language. */
  warnings(): string[];
};

export const createNotices = (
  logger: Logger,
  { projectId, language }: { projectId: string; language: Language },
): GatherNotices => {
  const warnings: string[] = [];
  const malformed: MalformedRow[] = [];
  /** A source may be asked twice in one request: its failure is told once. */
  const note = (code: WarningCode): void => {
    const words = warn(code, language);
    if (!warnings.includes(words)) warnings.push(words);
  };
  const noteFailure = (code: WarningCode, error: unknown): void => {
    const cause = appErrorCode(error);
    logger.log('warn', 'a source of the context failed', { code, cause, projectId });
    note(code);
  };
  return {
    noteFailure,
    note,
    readOr(code, fallback, read) {
      try {
        return read();
      } catch (error) {
        noteFailure(code, error);
        return fallback;
      }
    },
    refuse: (kind) => (ids) => {
      for (const id of ids) malformed.push({ kind, id });
    },
    warnings() {
      if (malformed.length === 0) return warnings;
      const rows = malformed.map(({ kind, id }) => ({ kind, id }));
      logger.log('warn', 'CONTEXT_LAYER_INVALID', { projectId, rows });
      return [...warnings, warnOfMalformed(malformed, language)];
    },
  };
};
