/** The calls about threads: what was promised to the reader, where, and what became of it (N13). */
import { z } from 'zod';
import { Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import {
  EchoProposal,
  ListedThread,
  MarkedPlace,
  MarkedStretch,
  maxThreadPlaces,
  ThreadDue,
  ThreadMarkKind,
  ThreadNote,
  ThreadTitle,
} from '../domain/thread.ts';
import { defineChannel } from './define.ts';

const Given = z.object({
  title: ThreadTitle,
  note: ThreadNote,
  due: ThreadDue,
  send: z.boolean(),
  /** One more place where it is opened, or paid off. */
  opened: MarkedStretch,
  paidOff: MarkedStretch,
});

const ThreadScope = ProjectScope.extend({ threadId: Identifier });

export const threadsContract = {
  /** With where each place stands now, and how each thread stands. */
  'threads:list': defineChannel(
    ProjectScope.extend({
      /** Chapters of silence that make a thread forgotten. */
      silentAfter: z.number().int().min(1).max(10_000).optional(),
    }),
    z.object({
      items: z.array(ListedThread),
      /** The last chapter that is written; 0 where none is. */
      now: Count,
      chapters: Count,
    }),
  ),
  /** DOCUMENT_NOT_FOUND, THREAD_INVALID, THREAD_LIMIT. */
  'threads:create': defineChannel(
    ProjectScope.extend({ ...Given.partial().shape, title: ThreadTitle }).extend({
      places: z.array(MarkedPlace).max(maxThreadPlaces).optional(),
    }),
    ListedThread,
  ),
  /** THREAD_NOT_FOUND, DOCUMENT_NOT_FOUND, THREAD_INVALID, THREAD_LIMIT; THREAD_CONFLICT where a version is expected and it is another. */
  'threads:update': defineChannel(
    ThreadScope.extend(Given.partial().shape).extend({ expectedVersion: Count.optional() }),
    ListedThread,
  ),
  'threads:delete': defineChannel(ThreadScope, Nothing),
  /** Undoes a delete. */
  'threads:restore': defineChannel(ThreadScope, ListedThread),
  /** Sentences behind its opening that may echo it, in the order of the book; none that has a mark of it. THREAD_NOT_FOUND, RETRIEVAL_UNAVAILABLE. */
  'threads:echoes': defineChannel(ThreadScope, z.object({ items: z.array(EchoProposal) })),
  /** Marks one more place, or says that it is none; the same place twice is one. THREAD_NOT_FOUND, DOCUMENT_NOT_FOUND, THREAD_INVALID, THREAD_LIMIT. */
  'threads:mark': defineChannel(
    ThreadScope.extend({ ...MarkedPlace.shape, kind: ThreadMarkKind }),
    /** `isNew`: nobody had marked it so before. */
    z.object({ placeId: Identifier, isNew: z.boolean() }),
  ),
  /** Takes a mark away. THREAD_NOT_FOUND, also for a place that the thread does not have. */
  'threads:unmark': defineChannel(ThreadScope.extend({ placeId: Identifier }), Nothing),
  /** Undoes that in the same run of the program, wherever the passage stands by now, also where its text is gone. THREAD_NOT_FOUND, THREAD_LIMIT. */
  'threads:marks:restore': defineChannel(ThreadScope.extend({ placeId: Identifier }), Nothing),
};
