/** What is still missing, in place of the status bar while nothing but the page is there (W3). */
import { useCallback, useEffect } from 'react';
import { useCounts } from '#renderer/app/counts.ts';
import { goalsStore } from '#renderer/app/goals.ts';
import { useHost } from '#renderer/app/host.ts';
import {
  isLockedIn,
  leaveLockIn,
  leftOf,
  type LockIn,
  reachLockIn,
  useLockIn,
} from '#renderer/app/lock-in.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { useSaveState } from '#renderer/app/unsaved.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Kbd } from '#renderer/ui/index.ts';
import { noGoals } from '#shared/domain/days.ts';
import { fillScreen, giveScreenBack, useFillsScreen } from './fill-screen.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { useEscapeHeld, useHoldToLeave } from './hold-to-leave.ts';
import './lock-in.css';

/** How often minutes are looked at, ms. */
const lookMs = 1000;

const readClock = (): number => performance.now();

/** What is missing; 0 from the moment it was done, whatever is cut afterwards. */
function useLeft(lock: LockIn): number {
  const sitting = useCounts((counts) => counts.sitting);
  const counting = goalsStore(({ goals }) => goals?.counting ?? noGoals.counting);
  const now = useNow(readClock, lookMs);
  const left = lock.isReached ? 0 : leftOf(lock, { sitting, counting, now });
  useEffect(() => {
    if (left === 0) reachLockIn();
  }, [left]);
  return left;
}

/** A browser asks before it throws the page away; the desktop's window closes when it is told to. */
function useAskBeforeUnload(isHeld: boolean): void {
  const isBrowser = useHost(({ capabilities }) => capabilities?.host === 'web');
  useEffect(() => {
    if (!isHeld || !isBrowser) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isHeld, isBrowser]);
}

const leave = (): void => {
  leaveLockIn();
  giveScreenBack();
  focusPage();
};

function Way({ isReached }: { isReached: boolean }) {
  const { t } = useWords();
  const { secondsLeft, begin, stay } = useHoldToLeave(leave);
  const pressed = useCallback(() => (isReached ? leave() : begin()), [isReached, begin]);
  useEscapeHeld({ pressed, released: stay });
  if (isReached) {
    return (
      <Button size="small" onPress={leave}>
        {t('lock-in:strip.back')}
      </Button>
    );
  }
  return (
    <>
      <span role="status">
        {secondsLeft === null ? (
          <span className="lock-in-hint">
            <Kbd shortcut="Escape" /> {t('lock-in:strip.hold')}
          </span>
        ) : (
          t('lock-in:strip.leaving', { count: secondsLeft })
        )}
      </span>
      <Button size="small" variant="quiet" onPress={secondsLeft === null ? begin : stay}>
        {t(secondsLeft === null ? 'lock-in:strip.leave' : 'lock-in:strip.stay')}
      </Button>
    </>
  );
}

function Strip({ lock }: { lock: LockIn }) {
  const { t } = useWords();
  const { kind, amount } = lock.aim;
  const left = useLeft(lock);
  const fills = useFillsScreen();
  const saveState = useSaveState();
  useAskBeforeUnload(left > 0);
  return (
    <footer className="lock-in-strip">
      <span className="lock-in-bar" aria-hidden>
        <span style={{ width: `${((amount - left) / amount) * 100}%` }} />
      </span>
      <span role={left === 0 ? 'status' : undefined}>
        {left === 0
          ? t(`lock-in:strip.done.${kind}`, { count: amount })
          : t(`lock-in:strip.left.${kind}`, { count: left })}
      </span>
      {lock.onlyForward && left > 0 && <span>{t('lock-in:strip.onlyForward')}</span>}
      <span className="lock-in-space" />
      {(saveState === 'failed' || saveState === 'conflict') && (
        <span role="status" data-state={saveState} className="status-save">
          {t(`app:status.${saveState}`)}
        </span>
      )}
      {!fills && (
        <Button size="small" variant="quiet" onPress={() => void fillScreen().then(focusPage)}>
          {t('lock-in:strip.fill')}
        </Button>
      )}
      <Way isReached={left === 0} />
    </footer>
  );
}

/** Nothing while the desk is there as always. */
export function LockInStrip() {
  const lock = useLockIn((state) => state.lock);
  // Another book, or none: nobody is held on a page that is not there.
  useEffect(
    () => () => {
      if (isLockedIn()) leave();
    },
    [],
  );
  return lock === null ? null : <Strip lock={lock} />;
}
