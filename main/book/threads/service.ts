/** What others may ask of threads. */
import type { FollowedMarks } from '../locate-marked.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { ListedThread, Thread, ThreadMarkKind, ThreadPlace } from '#shared/domain/thread.ts';
import type { FollowText } from '../text-move.ts';
import type { RecordSource, StoredThreadPlaces, ThreadFields } from '../record-source.ts';

/** A thread as it is kept: its places are known by their text. */
export type StoredThread = Thread & { places: StoredThreadPlaces };

/** What the writer said of a stretch: a place of the thread, or none of it. */
export type ThreadMark = Omit<ThreadPlace, 'kind'> & { kind: ThreadMarkKind };

/** An open thread whose chapter of pay-off is near the chapter that is written. */
export type NearThread = Pick<Thread, 'threadId' | 'title' | 'note' | 'send'> & {
  /** Where it was opened; null where that place is not found. */
  opened: { chapter: number; start: number; quote: string } | null;
  dueChapter: number;
  /** Every chapter that it speaks of. */
  documentIds: readonly string[];
  /** Another one when the thread, or the text it was opened with, is another. */
  revision: string;
};

export type ThreadsService = {
  /** For the records of the book's folder. */
  records: RecordSource<ThreadFields>;
  marks: FollowedMarks;
  /** In the order in which they were made. */
  list(input: Parsed<'threads:list'>): Promise<Output<'threads:list'>>;
  listStored(projectId: string): readonly StoredThread[];
  /** Null where it is not there, or deleted. */
  findStored(projectId: string, threadId: string): StoredThread | null;
  /** Rows that are damaged. */
  malformed(projectId: string): readonly string[];
  /** Those due in a chapter that is at most so many chapters before or behind this one. Errors of reading the rows. */
  listNear(
    projectId: string,
    documentId: string,
    reach: { ahead: number; behind: number },
  ): Promise<NearThread[]>;
  /** DOCUMENT_NOT_FOUND, THREAD_INVALID, THREAD_LIMIT, and the errors of reading a chapter. */
  create(input: Parsed<'threads:create'>): Promise<ListedThread>;
  /** THREAD_NOT_FOUND, THREAD_CONFLICT, and those of `create`. */
  update(input: Parsed<'threads:update'>): Promise<ListedThread>;
  /** Its words alone; where it is marked is not looked for. THREAD_NOT_FOUND, THREAD_CONFLICT. */
  reword(
    projectId: string,
    wording: Pick<Thread, 'threadId' | 'title' | 'note'> & { expectedVersion: number },
  ): void;
  remove(projectId: string, threadId: string): void;
  restore(projectId: string, threadId: string): Promise<ListedThread>;
  /** Its places and the stretches that are none, with where they stand now. THREAD_NOT_FOUND. */
  listMarks(projectId: string, threadId: string): Promise<{ title: string; marks: ThreadMark[] }>;
  /** THREAD_NOT_FOUND and those of `create`. */
  mark(input: Parsed<'threads:mark'>): Promise<{ placeId: string; isNew: boolean }>;
  /** THREAD_NOT_FOUND. */
  unmark(input: Parsed<'threads:unmark'>): void;
  /** Puts back what `unmark` took away, as it was. THREAD_NOT_FOUND, THREAD_LIMIT. */
  restoreMark(input: Parsed<'threads:marks:restore'>): void;
  followText: FollowText;
  forgetProject(projectId: string): void;
  /** Ends what waits to be looked at. */
  close(): void;
};
