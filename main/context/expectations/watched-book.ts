/** A book whose expectations are looked at after every change: soon where the change reaches, all that search could reach later. */
import { Mutex } from 'async-mutex';
import { appErrorCode } from '#shared/errors.ts';
import { look, type Looked, type LookOrder, type LookParts } from './look.ts';
import { isSentAnew, type SeenPlace } from './seen-places.ts';
import { memorySignatureOf, signatureOf } from './signature.ts';

export type WatchTiming = {
  /** Several changes at once are one look; ms. */
  soon: number;
  /** Ms without a change before what only the search of the book could change is looked at. */
  later: number;
  /** Ms of rest after each assembly of that look: nobody waits for it. */
  rest: number;
};

export const defaultTiming: WatchTiming = { soon: 200, later: 4_000, rest: 20 };

export type WatchedBook = {
  /** Something changed; a chapter's text, where one is named. */
  noteChange(documentId?: string): void;
  /** Another process wrote, perhaps what requests depend on. */
  noteForeignWrite(): void;
  /** Looks as soon as may be, unless it was looked at before. */
  begin(): void;
  /** Looks at all, or at those named, now. */
  lookNow(ids: ReadonlySet<string> | null, signal: AbortSignal): Promise<Looked>;
  /** Ends what is under way. */
  stop(): Promise<void>;
};

export const createWatchedBook = (
  parts: LookParts,
  projectId: string,
  {
    timing,
    onLooked,
    onFailure,
  }: {
    timing: WatchTiming;
    onLooked(looked: Looked): void;
    /** A look nobody waits for failed. */
    onFailure(error: unknown): void;
  },
): WatchedBook => {
  const mutex = new Mutex();
  const seen = new Map<string, SeenPlace>();
  const leaving = new AbortController();
  let changed = new Set<string>();
  /** Of the last whole look; null while there was none. */
  let signature: string | null = null;
  /** What was remembered at the last look. */
  let memory: string | null = null;
  let isSearchDue = false;
  let timer: NodeJS.Timeout | null = null;
  let patient: AbortController | null = null;

  const lookInTurn = (order: Partial<LookOrder>): Promise<Looked> =>
    mutex.runExclusive(async () => {
      leaving.signal.throwIfAborted();
      const signals = order.signal ? [order.signal, leaving.signal] : [leaving.signal];
      const looked = await look(parts, {
        ...{ projectId, seen, ids: null, isTouched: null, rest: 0 },
        ...order,
        signal: AbortSignal.any(signals),
      });
      onLooked(looked);
      return looked;
    });

  /** What a look that failed or was cut off should have looked at. */
  const noteAgain = (texts: ReadonlySet<string>): void => {
    for (const documentId of texts) changed.add(documentId);
  };

  const lookAtAll = async (signal?: AbortSignal): Promise<Looked> => {
    const now = signatureOf(parts.sources, projectId);
    memory = memorySignatureOf(parts.sources, projectId);
    const [texts, wasSearchDue] = [changed, isSearchDue];
    // Before the look: what comes up while it lasts is due after it.
    [changed, isSearchDue] = [new Set(), false];
    try {
      const looked = await lookInTurn(signal ? { signal } : {});
      signature = now;
      return looked;
    } catch (error) {
      noteAgain(texts);
      isSearchDue ||= wasSearchDue;
      throw error;
    }
  };

  /** null where a chapter cannot be read: the look says so where it needs it. */
  const textsNow = async (ids: ReadonlySet<string>): Promise<Map<string, string | null>> => {
    const read = async (documentId: string) => {
      try {
        return (await parts.sources.documents.read(projectId, documentId)).text;
      } catch (error) {
        if (appErrorCode(error) === 'INTERNAL') throw error;
        return null;
      }
    };
    return new Map(await Promise.all([...ids].map(async (id) => [id, await read(id)] as const)));
  };

  const lookWhereChanged = async (): Promise<void> => {
    if (signature !== signatureOf(parts.sources, projectId)) {
      await lookAtAll();
      return;
    }
    const texts = changed;
    changed = new Set();
    const order = parts.sources.documents.list(projectId).map(({ documentId }) => documentId);
    // A chapter's ending goes with the one behind it.
    const reached = new Set([...texts].flatMap((id) => [id, order[order.indexOf(id) + 1] ?? id]));
    const remembered = memorySignatureOf(parts.sources, projectId);
    // Where one waits for words, or for room, they may come from there.
    isSearchDue ||= texts.size > 0 || remembered !== memory;
    memory = remembered;
    try {
      const now = await textsNow(texts);
      await lookInTurn({
        isTouched: ({ documentId }, { sent }) => reached.has(documentId) || isSentAnew(sent, now),
      });
    } catch (error) {
      noteAgain(texts);
      throw error;
    }
  };

  const lookWhereSearched = async (): Promise<void> => {
    patient = new AbortController();
    isSearchDue = false;
    try {
      const { signal } = patient;
      await lookInTurn({
        isTouched: (_place, known) => known.isSearched,
        rest: timing.rest,
        signal,
      });
    } catch (error) {
      isSearchDue = true;
      // Another change came: it is put off until after that one.
      if (!patient.signal.aborted) throw error;
    } finally {
      patient = null;
    }
  };

  const schedule = (work: () => Promise<void>, delay: number): void => {
    if (leaving.signal.aborted) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      work().then(
        () => {
          if (isSearchDue && timer === null) schedule(lookWhereSearched, timing.later);
        },
        (error: unknown) => {
          if (!leaving.signal.aborted) onFailure(error);
        },
      );
    }, delay);
    timer.unref();
  };

  const noteChange = (documentId?: string): void => {
    if (documentId !== undefined) changed.add(documentId);
    patient?.abort();
    schedule(lookWhereChanged, timing.soon);
  };

  return {
    noteChange,
    noteForeignWrite() {
      if (signature === null) return;
      try {
        // Each process writes what it found: a look for nothing would be answered by one of the other, and so on.
        if (signature !== signatureOf(parts.sources, projectId)) noteChange();
      } catch (error) {
        onFailure(error);
      }
    },
    begin() {
      if (signature === null && timer === null) schedule(lookWhereChanged, timing.soon);
    },
    lookNow(ids, signal) {
      patient?.abort();
      return ids ? lookInTurn({ ids, signal }) : lookAtAll(signal);
    },
    async stop() {
      if (timer) clearTimeout(timer);
      leaving.abort();
      await mutex.waitForUnlock();
    },
  };
};
