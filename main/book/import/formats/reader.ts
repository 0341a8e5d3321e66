/** What a format is to the rest of the room: a way to recognise a file and a way to read it. */
import type { ImportFormat } from '#shared/contract/import.ts';
import type { ListReadings, OrderNames, ReadText } from '#main/book/documents/service.ts';
import type { FileTree } from '../files/file-tree.ts';
import type { ReportProgress } from '#main/jobs/service.ts';
import type { SourceText } from '../source-text.ts';

/** A file that has been opened: its bytes, or the files in it. */
export type OpenSource = { name: string } & (
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'tree'; tree: FileTree }
);

export type ReadOptions = {
  /** Null: the one that fits. */
  encoding: string | null;
  readText: ReadText;
  listReadings: ListReadings;
  orderNames: OrderNames;
  report: ReportProgress;
};

/** A row of the table of formats. `read` is only handed what `recognises` knew. IMPORT_* codes. */
export type FormatReader = {
  format: ImportFormat;
  recognises(source: OpenSource): boolean;
  read(source: OpenSource, options: ReadOptions): Promise<SourceText>;
};
