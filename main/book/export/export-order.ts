/** What the program and its export worker tell each other. */
import type { ExportFormat, ExportLayout } from '#shared/domain/export.ts';
import type { BookSource } from './build-book.ts';

export type ExportOrder = {
  source: BookSource;
  format: ExportFormat;
  layout: ExportLayout;
  /** Where the finished bytes go; nothing may lie there. */
  target: string;
};

export type ExportAnswer =
  | { kind: 'written'; bytes: number }
  /** `cause`: the system's own code, or '' for an error nobody expected. */
  | { kind: 'failed'; cause: string };
