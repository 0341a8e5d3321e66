/**
 * The words about a failure that has no place of its own, above the columns. They stay until the writer takes them away, or until
 * they are not so any more: the same call about the same things succeeds, the book is closed or its chapter gone that it was about,
 * the connection is back that was lost. Then they go too, yet never before there was time to read them.
 */
import { create } from 'zustand';
import { type Failure, failureOf } from '#renderer/i18n/failure.ts';
import type { MadeCall } from '#renderer/rpc/rpc-error.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';

export type ShownFailure = Failure & {
  /** The call that failed; null where it was none. */
  made: MadeCall | null;
  /** Tells one showing from another: the same failure again is still this one, and is said once. */
  serial: number;
  /** It is not so any more. */
  isSettled: boolean;
  /** It was on the screen before. */
  isTold: boolean;
};

type OpenBook = Pick<ProjectInfo, 'projectId'> & {
  documents: readonly Pick<ProjectInfo['documents'][number], 'documentId'>[];
};

export const useFailures = create<{ failure: ShownFailure | null; last: number }>()(() => ({
  failure: null,
  last: 0,
}));

/** What a call is about: all ids it names. */
const subjectOf = ({ channel, input }: MadeCall): string => {
  const named = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const ids = named.filter(([key]) => /Ids?$/.test(key));
  return JSON.stringify([channel, ...ids.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
};

const isSameCall = (one: MadeCall | null, other: MadeCall | null): boolean =>
  one === null || other === null ? one === other : subjectOf(one) === subjectOf(other);

const madeOf = (error: unknown): MadeCall | null =>
  typeof error === 'object' && error !== null && 'made' in error
    ? (error.made as MadeCall | null)
    : null;

/** For calls started by a key or a menu, where no form is open that could show the failure. */
export const reportFailure = (error: unknown): void => {
  const failure = failureOf(error);
  if (failure.code === 'CANCELLED') return;
  const made = madeOf(error);
  useFailures.setState(({ failure: shown, last }) => {
    const isSame = shown?.code === failure.code && isSameCall(shown.made, made);
    const serial = isSame ? shown.serial : last + 1;
    const isTold = isSame && shown.isTold;
    return { failure: { ...failure, made, serial, isSettled: false, isTold }, last: serial };
  });
};

export const dismissFailure = (serial: number): void =>
  useFailures.setState(({ failure }) => (failure?.serial === serial ? { failure: null } : {}));

/** It was on the screen: where it comes back to it, it is nothing new. */
export const tellFailure = (serial: number): void =>
  useFailures.setState(({ failure }) =>
    failure?.serial === serial ? { failure: { ...failure, isTold: true } } : {},
  );

const settleWhere = (isOver: (failure: ShownFailure) => boolean): void => {
  const { failure } = useFailures.getState();
  if (failure === null || failure.isSettled || !isOver(failure)) return;
  useFailures.setState({ failure: { ...failure, isSettled: true } });
};

/** A call succeeded. */
export const settleAnswered = (made: MadeCall): void =>
  settleWhere((failure) => failure.made !== null && isSameCall(failure.made, made));

/** The connection is back: also to a program that was started anew and let this page in no more until it had a new session. */
export const settleReconnected = (): void =>
  settleWhere(({ code }) => code === 'HOST_UNREACHABLE' || code === 'UNAUTHORISED');

/** The book or its chapters changed: what was there before and is gone has no more to be said of. */
export const settleGone = (now: OpenBook | null, before: OpenBook | null): void => {
  const hasChapter = (book: OpenBook | null, documentId: unknown): boolean =>
    book?.documents.some((one) => one.documentId === documentId) === true;
  settleWhere(({ made }) => {
    const about = Object(made?.input) as { projectId?: unknown; documentId?: unknown };
    if (before === null || about.projectId !== before.projectId) return false;
    if (now?.projectId !== before.projectId) return true;
    return hasChapter(before, about.documentId) && !hasChapter(now, about.documentId);
  });
};
