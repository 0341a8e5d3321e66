import type { Output, Parsed } from '#shared/contract/index.ts';
import type { DocumentConflict, DocumentInfo, SnapshotInfo } from '#shared/domain/project.ts';

export type DocumentText = {
  /** With `\n` line ends. */
  text: string;
  /** Opaque; equal exactly when the text is the one that was read. */
  version: string;
};

export type DocumentsService = {
  /** In binder order; from memory. PROJECT_NOT_FOUND, PROJECT_CLOSED. */
  list(projectId: string): DocumentInfo[];
  /** DOCUMENT_NOT_FOUND, also for a document of another project (S3-41). */
  info(projectId: string, documentId: string): DocumentInfo;
  /** Served from memory while the file is unchanged. DOCUMENT_UNREADABLE, PROJECT_FOLDER_MISSING. */
  read(projectId: string, documentId: string): Promise<DocumentText>;
  save(input: Parsed<'documents:save'>): Promise<Output<'documents:save'>>;
  create(input: Parsed<'documents:create'>): Promise<Output<'documents:create'>>;
  rename(projectId: string, documentId: string, title: string): Promise<DocumentInfo[]>;
  move(projectId: string, documentId: string, toIndex: number): Promise<DocumentInfo[]>;
  remove(projectId: string, documentId: string): Promise<DocumentInfo[]>;
  restore(projectId: string, documentId: string): Promise<DocumentInfo[]>;
  update(input: Parsed<'documents:update'>): Promise<DocumentInfo>;
  readConflict(projectId: string, documentId: string): Promise<DocumentConflict>;
  resolveConflict(input: Parsed<'documents:conflict:resolve'>): Promise<DocumentText>;
  listSnapshots(projectId: string, documentId: string): Promise<SnapshotInfo[]>;
  createSnapshot(projectId: string, documentId: string): Promise<SnapshotInfo>;
  readSnapshot(
    projectId: string,
    documentId: string,
    snapshotId: string,
  ): Promise<SnapshotInfo & { text: string }>;
  restoreSnapshot(
    projectId: string,
    documentId: string,
    snapshotId: string,
  ): Promise<DocumentText>;
  /** Absolute path of the file, for showing it in the system's file browser. */
  locate(projectId: string, documentId: string): string;
};
