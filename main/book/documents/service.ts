/** What others may ask of the manuscript. */
import type { SnapshotCause } from '#shared/domain/snapshot-cause.ts';
import type { MadeText } from '../made-text.ts';
import type { FollowText } from '../text-move.ts';
import type { ChapterDecisions } from './record.ts';
import type { Chapters } from '../chapters.ts';
import type { ToldPath } from '../renamed-twice.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type {
  ChapterStatus,
  DeletedChapter,
  DocumentConflict,
  DocumentInfo,
  EncodingChoice,
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

/** `keptId`: the snapshot of the text before; `merged`: what was written since stayed. */
export type RestoredText = DocumentText & { keptId: string; merged: boolean };

/**
 * A file's bytes as text with `\n` line ends and without a byte order mark; the encoding is found out. Null when they
 * are no text.
 */
export type DecodeText = (bytes: Buffer) => string | null;

/** A text read from bytes, with `\n` line ends and without a byte order mark. */
export type TextReading = {
  text: string;
  encoding: string;
  /** True when neither a byte order mark nor valid UTF-8 said which encoding this is. */
  guessed: boolean;
  /** True when the bytes could be read in several ways. */
  unsure: boolean;
  badBytes: number;
};

/** The same in a given encoding, or in the one that fits (null). Null when the bytes are no text in it. */
export type ReadText = (bytes: Buffer, encoding: string | null) => TextReading | null;

/** How bytes read in each encoding that makes sense of them, the likeliest first. */
export type ListReadings = (bytes: Buffer, maxBytes?: number) => EncodingChoice[];

/** Names of chapter files, relative with forward slashes, in the order a reader expects of them. */
export type OrderNames = (names: readonly string[]) => string[];

/** A chapter that comes with others, all or none of them. */
export type NewChapter = {
  title: string;
  text: string;
  /** A volume: a folder beside that of the chapter before; null for the same folder. */
  group: string | null;
  /** Kept as a snapshot, for a comparison; null for none. */
  earlierText: string | null;
  /** Name of the file the text was in. */
  file: string;
  /** What the writer decided about it elsewhere; null for nothing. */
  decisions: {
    synopsis: string;
    labels: string[];
    status: ChapterStatus | null;
    /** Words, Han characters one each. */
    wordGoal: number | null;
  } | null;
};

/** Why a version is kept, and what it is called. */
export type SnapshotRequest = {
  /** 'manual' when left out. */
  reason?: SnapshotReason;
  cause?: SnapshotCause;
  name?: string | undefined;
};

/** What somebody else made of a chapter: the bytes of both sides; `base`: null where they have nothing in common. */
export type OtherText = { path: string; bytes: Buffer; base: Buffer | null };

/** Synopses that somebody makes of a chapter's text and that are taken later (E3). */
export type SynopsisAccess = {
  /** What a text is known by. */
  markOf(text: DocumentText): string;
  /** What the chapter's own synopsis was written for; null without one. DOCUMENT_NOT_FOUND. */
  ownMark(projectId: string, documentId: string): string | null;
  /** Whether the chapter's text is another one beyond trifles. DOCUMENT_NOT_FOUND. */
  isStale(projectId: string, documentId: string, mark: string): boolean;
  /** Whether the chapter has a synopsis, and its text did not go on beyond trifles since. DOCUMENT_NOT_FOUND. */
  isTrue(projectId: string, documentId: string): boolean;
  /** What was true of the text before is true of the one of this version, in which only names are others. Nothing where the text is another by now. */
  keepTrue(projectId: string, documentId: string, version: string): Promise<void>;
  /** Its words alone, for the same text. Nobody is told: see `tell`. DOCUMENT_CONFLICT where it is no more as `expected`. */
  reword(input: {
    projectId: string;
    documentId: string;
    expected: string;
    synopsis: string;
  }): Promise<void>;
  /** After synopses were reworded, many in a row. */
  tell(projectId: string): void;
  /** As `update`, for the text it was made from: over another one it is stale at once. */
  write(input: {
    projectId: string;
    documentId: string;
    synopsis: string;
    mark: string;
  }): Promise<DocumentInfo>;
};

export type DocumentsService = {
  /** In binder order; from memory. PROJECT_NOT_FOUND, PROJECT_CLOSED. */
  list(projectId: string): DocumentInfo[];
  /** The same by id, in binder order: one map until something changes. */
  byId(projectId: string): ReadonlyMap<string, DocumentInfo>;
  /** Where the chapters stand now: one object until that changes. In a book that is not open none has a place. */
  chapters(projectId: string): Chapters;
  /** DOCUMENT_NOT_FOUND, also for a document of another project (S3-41). */
  info(projectId: string, documentId: string): DocumentInfo;
  /** Without a look at the others, for what is asked at each save. DOCUMENT_NOT_FOUND. */
  titleOf(projectId: string, documentId: string): string;
  /** The project a chapter belongs to; null when no project knows it. */
  ownerOf(documentId: string): string | null;
  /** Served from memory while the file is unchanged. DOCUMENT_UNREADABLE, PROJECT_FOLDER_MISSING. */
  read(projectId: string, documentId: string): Promise<DocumentText>;
  /** `accepted`: what a model made of it, where the words are not the writer's (W3, N14). */
  save(input: Parsed<'documents:save'>, accepted?: MadeText): Promise<Output<'documents:save'>>;
  /** Kept in memory until the page saves; saved in its place when it does not (W10). DOCUMENT_NOT_FOUND, PROJECT_CLOSED. */
  keepDraft(input: Parsed<'documents:draft'>): Promise<Output<'documents:draft'>>;
  /** Saves what is kept of a chapter's pages now. What cannot be saved is kept as with any save, and nothing is thrown. */
  settleDrafts(projectId: string, documentId: string): Promise<void>;
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
    /** Where it comes from (N14). */
    made: MadeText;
  }): Promise<{ version: string; snapshotId: string }>;
  /**
   * Makes several chapters behind one (null: behind the last), all or none; `beforeWriting` is told the files first.
   * DOCUMENT_NAME_INVALID, DOCUMENT_NAME_TAKEN, DISK_FULL and the like; CANCELLED.
   */
  createAll(input: {
    projectId: string;
    afterDocumentId: string | null;
    chapters: readonly NewChapter[];
    beforeWriting(files: readonly { path: string; version: string }[]): Promise<void>;
    onWritten(count: number): void;
    signal: AbortSignal;
  }): Promise<{ documentId: string; version: string }[]>;
  /**
   * Takes back what {@link createAll} made: chapters of another version stay and are named. Errors: those of `remove`;
   * what was removed before stays removed.
   */
  removeUnchanged(
    projectId: string,
    chapters: readonly { documentId: string; version: string }[],
  ): Promise<{ removed: number; kept: string[] }>;
  /** Keeps a text among a chapter's snapshots, as one that was imported. DOCUMENT_NOT_FOUND. */
  keepImported(input: {
    projectId: string;
    documentId: string;
    text: string;
    file: string;
    isBeforeChanges: boolean;
  }): Promise<void>;
  /** INVALID_INPUT for a `heading` that does not read as the title. */
  rename(
    ...of: [projectId: string, documentId: string, title: string, heading?: string]
  ): Promise<Output<'documents:rename'>>;
  /** DOCUMENT_NAME_INVALID for a volume that can be none. */
  move(input: Parsed<'documents:move'>): Promise<DocumentInfo[]>;
  /** Puts chapters into a volume, or gives theirs another name; what was moved before a failure stays moved (W1). */
  toVolume(input: Parsed<'documents:toVolume'>): Promise<DocumentInfo[]>;
  /**
   * The rest of a chapter from a place on becomes a chapter of its own behind it. All of it, or nothing. DOCUMENT_CONFLICT,
   * DOCUMENT_ENCODING_UNSURE, INVALID_INPUT for a place that parts nothing, FENCES_UNKNOWN.
   */
  split(input: Parsed<'documents:split'>): Promise<Output<'documents:split'>>;
  /** Neighbours become one. All of it, or nothing. The same errors; INVALID_INPUT for chapters that are none. */
  merge(input: Parsed<'documents:merge'>): Promise<Output<'documents:merge'>>;
  /** A scene goes elsewhere. The same errors; INVALID_INPUT where there is no such scene or place. */
  moveScene(input: Parsed<'documents:moveScene'>): Promise<Output<'documents:moveScene'>>;
  /** STEP_NOT_FOUND, STEP_CHANGED where somebody went on meanwhile. */
  undoStep(projectId: string, undoId: string): Promise<Output<'documents:undo'>>;
  /** Whatever names places of chapters follows their text. */
  followText(follow: FollowText): void;
  remove(projectId: string, documentId: string): Promise<DocumentInfo[]>;
  /** Last deleted first. */
  listDeleted(projectId: string): DeletedChapter[];
  restore(projectId: string, documentId: string): Promise<DocumentInfo[]>;
  update(input: Parsed<'documents:update'>): Promise<DocumentInfo>;
  synopses: SynopsisAccess;
  /** The fences known on this machine are the true ones: the folder's list is made anew. PROJECT_LOCKED. */
  confirmFences(projectId: string): Promise<DocumentInfo[]>;
  readConflict(projectId: string, documentId: string, draftId?: string): Promise<DocumentConflict>;
  resolveConflict(input: Parsed<'documents:conflict:resolve'>): Promise<DocumentText>;
  listSnapshots(projectId: string, documentId: string): Promise<SnapshotInfo[]>;
  /** Before a replacement it has the file's bytes where its text alone would not give them back. */
  createSnapshot(
    projectId: string,
    documentId: string,
    request?: SnapshotRequest,
  ): Promise<SnapshotInfo>;
  /** Null takes the name away. SNAPSHOT_NOT_FOUND. */
  nameSnapshot(input: Parsed<'documents:snapshots:name'>): Promise<SnapshotInfo>;
  /**
   * Writes a text that was made from the chapter as it is; keeps no second text when it changed: DOCUMENT_CONFLICT.
   * Who wants a snapshot of the text before makes one. `beforeWrite` is told the version right before the write.
   */
  rewrite(input: {
    projectId: string;
    documentId: string;
    text: string;
    expectedVersion: string;
    beforeWrite?: (version: string) => void;
    /** Where it comes from, as far as that is known (N14). */
    made?: MadeText;
  }): Promise<DocumentText>;
  /** A kept text by its version; null when no snapshot of the project has it. */
  textOf(projectId: string, version: string): Promise<string | null>;
  readSnapshot(
    projectId: string,
    documentId: string,
    snapshotId: string,
  ): Promise<SnapshotInfo & { text: string }>;
  /**
   * SNAPSHOT_NOT_FOUND. A passage alone: DOCUMENT_CONFLICT when the chapter is no longer `expectedVersion`,
   * INVALID_INPUT when it lies outside of the texts. DOCUMENT_CONFLICT also where the paragraphs that an earlier restore
   * made were written in since and it is to be taken back.
   */
  restoreSnapshot(input: Parsed<'documents:snapshots:restore'>): Promise<RestoredText>;
  /** Puts a kept file back, byte for byte. SNAPSHOT_NOT_FOUND. */
  restoreOriginal(projectId: string, documentId: string, snapshotId: string): Promise<DocumentText>;
  listEncodings(projectId: string, documentId: string): Promise<Output<'documents:encodings:list'>>;
  /** INVALID_INPUT for an encoding that the file cannot be read in. */
  chooseEncoding(projectId: string, documentId: string, encoding: string): Promise<DocumentText>;
  /**
   * While `work` runs nothing of this program writes chapters; what it changed in the folder is looked at after, whatever
   * became of it. PROJECT_LOCKED, PROJECT_FOLDER_UNWRITABLE.
   */
  exchangeFiles<T>(
    projectId: string,
    work: (keepBeside: (other: OtherText) => Promise<void>) => Promise<T>,
  ): Promise<T>;
  /** Chapters that bear a fence, those that are gone among them. */
  countFenced(projectId: string): number;
  /** Absolute path of the file, for showing it in the system's file browser. */
  locate(projectId: string, documentId: string): string;
};

export type DecidedSettings = {
  /** Work that changes nothing, gone through before with turns for others in between. */
  ahead: Iterable<unknown>;
  /** For the transaction that makes the changes. `order`: undefined where nothing moved. */
  take(): { changes: readonly ChapterSettingsChange[]; order: string[] | undefined };
};

/** Decisions that hold on every machine. */
type SharedDecision =
  | 'pointOfViewEntityId'
  | 'fence'
  | 'fenceRevision'
  | 'status'
  | 'synopsis'
  | 'synopsisVersion'
  | 'labels'
  | 'wordGoal';

/** What the writer decided about a chapter beside its text, as other machines are told of it (B1). */
export type ChapterSettings = Pick<ChapterDecisions, SharedDecision> & {
  /** The folder's name for the chapter: the id of the machine that knew it first. */
  key: string;
  documentId: string;
  path: string;
  version: string;
  /** False while its file is away. */
  isPresent: boolean;
};
export type ChapterSettingsChange = Pick<ChapterSettings, 'key' | SharedDecision>;

/** For the records room alone. All throw PROJECT_CLOSED. */
export type ChapterSettingsAccess = {
  list(projectId: string): {
    chapters: readonly ChapterSettings[];
    byKey: ReadonlyMap<string, ChapterSettings>;
  };
  /** Nothing changes a chapter between what `decide` is told and what is taken. `order`: keys; null for the folder's own. */
  exchange(
    projectId: string,
    decide: (
      chapters: readonly ChapterSettings[],
      order: readonly string[] | null,
    ) => DecidedSettings,
  ): Promise<void>;
  rekey(projectId: string, documentId: string, key: string): Promise<void>;
  /** The chapter is also what stands at this path: another machine says so. */
  joinRenamed(projectId: string, documentId: string, otherPath: string): Promise<void>;
  /** The second, whose file is gone, is the first under another id: another machine says so. */
  dropSecond(projectId: string, keptId: string, secondId: string): Promise<void>;
  /** Of these nobody knows the fence now. */
  withhold(projectId: string, keys: ReadonlySet<string>): void;
};

/** A chapter's text, and that of a conflict copy that waits beside it. */
export type KeptCopy = { title: string; here: string; came: string };

/** Conflict copies that could not be merged; for the records room alone. All throw PROJECT_CLOSED. */
export type CopiesAccess = {
  /** Null when nobody has to choose any more. DOCUMENT_UNREADABLE. */
  read(projectId: string, documentId: string, version: string): Promise<KeptCopy | null>;
  /** The copy's text, the chapter's, or both in one. PROJECT_LOCKED and what writing a chapter throws. */
  settle(
    projectId: string,
    copy: { documentId: string; version: string },
    choice: 'take' | 'keep' | 'both',
  ): Promise<void>;
};

/** What documents have for the records room alone. */
export type RecordsAccess = { settings: ChapterSettingsAccess; copies: CopiesAccess };

/** A chapter that a record in the folder speaks of. */
export type AnnouncedChapter = ToldPath & {
  key: string;
  hash: string;
  /** Other keys the chapter has, on other machines. */
  aliases: readonly string[];
};

/**
 * `version`: of the copy's text; `title`: of its chapter. `renamed`: it is the same chapter under the name it got on another
 * machine; what becomes of its text is told beside.
 */
export type NotedCopy = { documentId: string; version: string; title: string } & (
  | { outcome: 'merged' | 'kept' }
  | { outcome: 'renamed'; here: string; came: string }
);

/** What documents ask of the records that lie in the same folder. */
export type RecordsInFolder = {
  /** Names at the top of the book's folder that hold records and no chapters. */
  findFolders(root: string): Promise<ReadonlySet<string>>;
  listAnnounced(root: string): Promise<AnnouncedChapter[]>;
  /** Takes in records that came since the last look; before anything of the book is read to be sent. */
  takeNew(projectId: string): Promise<void>;
  /** A conflict copy of a chapter came, and was merged into it or is kept beside it. */
  noteCopy(projectId: string, copy: NotedCopy): void;
  /** Something was touched in the folders of records. */
  noteTouched(projectId: string): void;
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
  /** Looks at the whole folder again. PROJECT_FOLDER_MISSING, PROJECT_FOLDER_TOO_LARGE. */
  refresh(projectId: string): Promise<void>;
  /** Waits for saves under way and stops watching. */
  detach(projectId: string): Promise<void>;
  problems(projectId: string): ScanProblem[];
  /** Deletes every record and snapshot of the project; the folder stays. */
  forgetProject(projectId: string): void;
  /** Deletes the texts of a project that could not be saved. */
  eraseJournal(projectId: string): Promise<void>;
  closeAll(): Promise<void>;
};
