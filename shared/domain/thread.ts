/** A thread (伏笔): a promise to the reader, opened, echoed and paid off at places of the text (N13). */
import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

export const threadLimit = 1_000;
export const maxThreadPlaces = 200;
/** UTF-16 code units of one marked place. */
export const maxMarkedText = 4_000;

/** What a place is to its thread. */
export const ThreadPlaceKind = z.enum(['opened', 'echoed', 'paid']);
export type ThreadPlaceKind = z.infer<typeof ThreadPlaceKind>;

/** What the writer may say of a stretch: also that it is none of the thread's, which is not proposed again. */
export const ThreadMarkKind = z.enum([...ThreadPlaceKind.options, 'refused']);
export type ThreadMarkKind = z.infer<typeof ThreadMarkKind>;

export const maxThreadTitle = 120;
export const ThreadTitle = z.string().trim().min(1).max(maxThreadTitle);
export const maxThreadNote = 2_000;
export const ThreadNote = z.string().trim().max(maxThreadNote);

const Chapter = z.strictObject({ documentId: Identifier });

/** The chapter in which it is to be paid off. */
export const ThreadDue = Chapter.nullable();
export type ThreadDue = z.infer<typeof ThreadDue>;

/** A stretch of a chapter, UTF-16 code units. */
const Stretch = z.strictObject({ documentId: Identifier, start: Count, end: Count });

/** One that is marked; what it is to the thread is said by the field it stands in. */
export const MarkedStretch = Stretch.extend({
  /** What the caller saw there: another text is refused, not marked. */
  quote: z.string().max(maxMarkedText).optional(),
});
export type MarkedStretch = z.infer<typeof MarkedStretch>;

export const MarkedPlace = MarkedStretch.extend({ kind: ThreadPlaceKind });
export type MarkedPlace = z.infer<typeof MarkedPlace>;

export const ThreadPlace = z.object({
  placeId: Identifier,
  kind: ThreadPlaceKind,
  documentId: Identifier,
  /** The marked text, as it was when it was last found. */
  quote: z.string(),
  /** Where it stands now; null where its text is gone: it is not guessed. */
  found: z.object({ chapter: Count, start: Count, end: Count }).nullable(),
  /** Its chapter is not in the book any more: what stood there counts for nothing until it is back. */
  chapterGone: z.boolean(),
});
export type ThreadPlace = z.infer<typeof ThreadPlace>;

/** A later sentence that may echo a thread: proposed, never counted unasked. */
export const EchoProposal = z.object({
  documentId: Identifier,
  chapter: Count,
  /** UTF-16 code units of the chapter's text. */
  start: Count,
  end: Count,
  quote: z.string(),
  /** The words it has from the promise, or from other names of what the promise names. */
  shared: z.array(z.string()),
});
export type EchoProposal = z.infer<typeof EchoProposal>;

export const ThreadState = z.enum(['open', 'paidOff']);
export type ThreadState = z.infer<typeof ThreadState>;

/** How far a thread is. `planned`: nothing of it is written yet. */
export const ThreadStage = z.enum(['planned', 'open', 'echoed', 'overdue', 'forgotten', 'paid']);
export type ThreadStage = z.infer<typeof ThreadStage>;

/** What the writer should look at beside that. */
export const ThreadProblem = z.enum([
  'paidUnopened',
  'placeLost',
  'dueGone',
  'dueBeforeOpened',
  'quiet',
]);
export type ThreadProblem = z.infer<typeof ThreadProblem>;

export const ThreadStanding = z.object({
  stage: ThreadStage,
  problems: z.array(ThreadProblem),
  /** Chapters written since it was last touched; 0 where it is paid off or nothing of it is found. */
  silentFor: Count,
  /** Chapters written since the one it was due in. */
  lateBy: Count,
});
export type ThreadStanding = z.infer<typeof ThreadStanding>;

export const Thread = z.object({
  threadId: Identifier,
  title: ThreadTitle,
  note: z.string(),
  due: ThreadDue,
  /** Whether it goes with requests near the chapter it is due in. */
  send: z.boolean(),
  version: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Thread = z.infer<typeof Thread>;

export const ListedThread = Thread.extend({
  state: ThreadState,
  /** Where it was opened first, and paid off first; null where that is not marked, or its text is gone. */
  opened: Stretch.nullable(),
  paidOff: Stretch.nullable(),
  places: z.array(ThreadPlace),
  /** Number of the chapter it is due in; null without one, or where that is gone. */
  dueChapter: Count.nullable(),
  ...ThreadStanding.shape,
});
export type ListedThread = z.infer<typeof ListedThread>;

/** Chapters without a word of it after which a thread counts as forgotten, unless told otherwise. */
export const defaultSilence = 20;
