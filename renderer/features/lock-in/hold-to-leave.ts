/** Leaving takes a held Esc, or a press of the button and three seconds: nobody leaves by accident, and everybody can. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { endsItself, isEscapeTaken } from '#renderer/app/keyboard.ts';

/** How long Esc is held, and how long after the button was pressed one is out, s. */
export const leavingSeconds = 3;

export type Leaving = {
  /** Seconds to go; null while nobody leaves. */
  secondsLeft: number | null;
  begin(): void;
  stay(): void;
};

/** @param leave called once the time is over */
export function useHoldToLeave(leave: () => void): Leaving {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = useCallback(() => {
    clearTimeout(timer.current);
    setSecondsLeft(null);
  }, []);
  const begin = useCallback(() => {
    const count = (left: number): void => {
      if (left === 0) {
        leave();
        return;
      }
      setSecondsLeft(left);
      timer.current = setTimeout(() => count(left - 1), 1000);
    };
    clearTimeout(timer.current);
    count(leavingSeconds);
  }, [leave]);
  useEffect(() => stay, [stay]);
  return { secondsLeft, begin, stay };
}

/** Esc that nothing else on the page ends: not while an input method composes. */
export function useEscapeHeld({ pressed, released }: { pressed(): void; released(): void }): void {
  useEffect(() => {
    const onDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || event.repeat) return;
      if (isEscapeTaken() || endsItself(event.target)) return;
      pressed();
    };
    const onUp = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') released();
    };
    window.addEventListener('keydown', onDown, true);
    window.addEventListener('keyup', onUp, true);
    window.addEventListener('blur', released);
    return () => {
      window.removeEventListener('keydown', onDown, true);
      window.removeEventListener('keyup', onUp, true);
      window.removeEventListener('blur', released);
    };
  }, [pressed, released]);
}
