import type { Output, Parsed } from '#shared/contract/index.ts';
import type {
  DeletedChapter,
  DocumentConflict,
  DocumentInfo,
  ScanProblem,
  SnapshotInfo,
  SnapshotReason,
} from '#shared/domain/project.ts';

export type DocumentText = {
  /** With `\n` line ends. */
  text: string;
  /** Opaque; equal exactly when the text is the one that was read. */
  version: string;
};

/**
 * A file's bytes as text with `\n` line ends and without a byte order mark; the encoding is found out. Null when they
 * are no text.
 */
export type DecodeText = (bytes: Buffer) => string | null;

export type DocumentsService = {
  /** In binder order; from memory. PROJECT_NOT_FOUND, PROJECT_CLOSED. */
  list(projectId: string): DocumentInfo[];
  /** The same by id, in binder order: one map until something changes. */
  byId(projectId: string): ReadonlyMap<string, DocumentInfo>;
  /** DOCUMENT_NOT_FOUND, also for a document of another project (S3-41). */
  info(projectId: string, documentId: string): DocumentInfo;
  /** The project a chapter belongs to; null when no project knows it. */
  ownerOf(documentId: string): string | null;
  /** Served from memory while the file is unchanged. DOCUMENT_UNREADABLE, PROJECT_FOLDER_MISSING. */
  read(projectId: string, documentId: string): Promise<DocumentText>;
  save(input: Parsed<'documents:save'>): Promise<Output<'documents:save'>>;
  create(input: Parsed<'documents:create'>): Promise<Output<'documents:create'>>;
  /**
   * Makes a chapter at this path, in folders that need not be there yet, and under this id. Its empty beginning is
   * kept as a snapshot (beforeAi). DOCUMENT_NAME_INVALID, DOCUMENT_NAME_TAKEN.
   */
  createAt(input: {
    projectId: string;
    documentId: string;
    path: string;
    text: string;
  }): Promise<{ version: string; snapshotId: string }>;
  rename(projectId: string, documentId: string, title: string): Promise<DocumentInfo[]>;
  move(projectId: string, documentId: string, toIndex: number): Promise<DocumentInfo[]>;
  remove(projectId: string, documentId: string): Promise<DocumentInfo[]>;
  /** Last deleted first. */
  listDeleted(projectId: string): DeletedChapter[];
  restore(projectId: string, documentId: string): Promise<DocumentInfo[]>;
  update(input: Parsed<'documents:update'>): Promise<DocumentInfo>;
  /** The fences known on this machine are the true ones: the folder's list is made anew. PROJECT_LOCKED. */
  confirmFences(projectId: string): Promise<DocumentInfo[]>;
  readConflict(projectId: string, documentId: string, draftId?: string): Promise<DocumentConflict>;
  resolveConflict(input: Parsed<'documents:conflict:resolve'>): Promise<DocumentText>;
  listSnapshots(projectId: string, documentId: string): Promise<SnapshotInfo[]>;
  /** `reason` is 'manual' unless said otherwise. */
  createSnapshot(
    projectId: string,
    documentId: string,
    reason?: SnapshotReason,
  ): Promise<SnapshotInfo>;
  readSnapshot(
    projectId: string,
    documentId: string,
    snapshotId: string,
  ): Promise<SnapshotInfo & { text: string }>;
  restoreSnapshot(projectId: string, documentId: string, snapshotId: string): Promise<DocumentText>;
  /** Puts a kept file back, byte for byte. SNAPSHOT_NOT_FOUND. */
  restoreOriginal(projectId: string, documentId: string, snapshotId: string): Promise<DocumentText>;
  listEncodings(projectId: string, documentId: string): Promise<Output<'documents:encodings:list'>>;
  /** INVALID_INPUT for an encoding that the file cannot be read in. */
  chooseEncoding(projectId: string, documentId: string, encoding: string): Promise<DocumentText>;
  /** Absolute path of the file, for showing it in the system's file browser. */
  locate(projectId: string, documentId: string): string;
};

/** What the projects service asks for when a project opens. */
export type FolderRequest = {
  projectId: string;
  /** Real path of the folder. */
  root: string;
  /** Why nothing may be written, or null. */
  readOnly: 'PROJECT_LOCKED' | 'PROJECT_FOLDER_UNWRITABLE' | null;
  /** Ends the first look at the folder. */
  signal?: AbortSignal | undefined;
};

/** Folders coming and going: for the projects service alone. */
export type DocumentFolders = {
  /** Whether a folder can be a book at all, before anything is put into it. PROJECT_FOLDER_TOO_LARGE. */
  checkFolder(root: string, signal?: AbortSignal): Promise<void>;
  /** Reads the folder and watches it. Attached already: looks at it again. PROJECT_FOLDER_MISSING, PROJECT_FOLDER_TOO_LARGE. */
  attach(request: FolderRequest): Promise<void>;
  /** Waits for saves under way and stops watching. */
  detach(projectId: string): Promise<void>;
  problems(projectId: string): ScanProblem[];
  /** Deletes every record and snapshot of the project; the folder stays. */
  forgetProject(projectId: string): void;
  /** Deletes the texts of a project that could not be saved. */
  eraseJournal(projectId: string): Promise<void>;
  closeAll(): Promise<void>;
};
