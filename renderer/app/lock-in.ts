/** Lock-in (小黑屋): only the page, until so many words or minutes are written; always to be left in an emergency (W3, F26). */
import { create } from 'zustand';
import {
  type Counting,
  countedWords,
  subtractWords,
  type WordChange,
} from '#shared/domain/days.ts';
import { useCounts } from './counts.ts';
import { closeDialog } from './dialogs.ts';
import { showPage } from './page-place.ts';

/** What is to be written before the desk comes back: words, or minutes. */
export type LockInAim = { kind: 'words' | 'minutes'; amount: number };

export type LockIn = {
  aim: LockInAim;
  /** Nothing can be taken out of the text while it holds. */
  onlyForward: boolean;
  /** What was written in this sitting when it began. */
  writtenBefore: WordChange;
  /** By the clock that only goes forward, ms. */
  since: number;
  /** It holds nobody any more; the page stays as it is until the writer leaves. */
  isReached: boolean;
};

/** Of this page alone, and of no longer than it: who loads the page anew is out. */
export const useLockIn = create<{ lock: LockIn | null }>()(() => ({ lock: null }));

export const isLockedIn = (): boolean => useLockIn.getState().lock !== null;

/** Whether text can only be added now. */
export const isOnlyForward = (): boolean => {
  const { lock } = useLockIn.getState();
  return lock?.onlyForward === true && !lock.isReached;
};

/** Takes everything but the page away. */
export function lockIn(aim: LockInAim, onlyForward: boolean): void {
  closeDialog();
  showPage();
  const writtenBefore = useCounts.getState().sitting;
  const since = performance.now();
  useLockIn.setState({ lock: { aim, onlyForward, writtenBefore, since, isReached: false } });
}

export const leaveLockIn = (): void => useLockIn.setState({ lock: null });

export const reachLockIn = (): void =>
  useLockIn.setState(({ lock }) => ({ lock: lock === null ? null : { ...lock, isReached: true } }));

/**
 * What is missing: words by the book's way of counting, or minutes, the one under way among them; 0 once it is done.
 * @param now ms, of the clock of `since`
 */
export function leftOf(
  lock: Pick<LockIn, 'aim' | 'writtenBefore' | 'since'>,
  { sitting, counting, now }: { sitting: WordChange; counting: Counting; now: number },
): number {
  const { kind, amount } = lock.aim;
  if (kind === 'minutes') return Math.max(0, Math.ceil(amount - (now - lock.since) / 60_000));
  const { typed, removed } = subtractWords(sitting, lock.writtenBefore);
  const written = countedWords({ written: typed, removed }, counting);
  return Math.min(amount, Math.max(0, amount - written));
}
