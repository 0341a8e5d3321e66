/** What a notice, or Ctrl Z outside of text, takes back (W1). */
import { useEffect, useMemo } from 'react';
import { z } from 'zod';
import { create } from 'zustand';
import { useWords } from '#renderer/i18n/index.ts';
import { matches } from '#renderer/ui/keys.ts';
import { isTextField } from './keyboard.ts';
import {
  dialogOnTop,
  dismissNotice,
  notify,
  type ShownNotice,
  type Step,
  useNotices,
} from './notices.ts';
import { reportFailure } from './report-failure.ts';
import { usePageTyped } from './page-typed.ts';
import { isLastOfText, takeBackLast, takeBackStep } from './steps.ts';

/** Steps that are being taken back: the keys pressed meanwhile in a text are for none of its own. */
const usePending = create<{ count: number }>()(() => ({ count: 0 }));

const countPending = (by: 1 | -1): void =>
  usePending.setState(({ count }) => ({ count: count + by }));

type TakeBack = {
  /** What a notice tells of. */
  noticed(notice: ShownNotice): void;
  /** What was done last. */
  last(): void;
};

export function useTakeBack(): TakeBack {
  const { t } = useWords();
  return useMemo(() => {
    const tell = (taking: Promise<Step | null>): void => {
      const before = useNotices.getState().notice?.serial;
      countPending(1);
      taking
        .finally(() => countPending(-1))
        .then((step) => {
          // An undo that has more to say has said it.
          if (step === null || useNotices.getState().notice?.serial !== before) return;
          const text = t('app:takenBack', { what: step.text });
          notify({ place: step.place, text, isTakenBack: true });
        })
        .catch(reportFailure);
    };
    return {
      noticed(notice) {
        dismissNotice(notice.serial);
        if (notice.step) tell(takeBackStep(notice.step));
        else notice.undo?.();
      },
      last: () => tell(takeBackLast()),
    };
  }, [t]);
}

/** Attribute of a text: what its keys take back where a notice offers an undo. */
export const takesBackMark = 'data-takes-back';

/**
 * `step`: it has nothing of its own to undo, and goes on to the steps of the text before. `newest`: what was written in it last was not
 * written by hand, and most likely by the step that is told of. `own`: what was written in it last, unless a step is newer.
 */
export type TakesBack = 'step' | 'newest' | 'own';

const TakesBack = z.enum(['step', 'newest', 'own'] satisfies TakesBack[]);

/** A step of the whole book may have left this very text alone. */
const isNewerThanText = ({ step, shownAt }: ShownNotice): boolean =>
  step !== undefined && usePageTyped.getState().at < shownAt;

const markOf = (target: EventTarget | null): string | null =>
  target instanceof HTMLElement ? target.getAttribute(takesBackMark) : null;

/** The notice whose keys are pressed in a text: it offers an undo, or tells of the last one. */
const noticeMeant = (target: EventTarget | null): ShownNotice | null => {
  const { notice } = useNotices.getState();
  const { data: takes } = TakesBack.safeParse(markOf(target));
  if (notice === null || takes === undefined) return null;
  if (takes === 'own') return isNewerThanText(notice) ? notice : null;
  const isOffer = notice.undo !== undefined || notice.step !== undefined;
  // What was done elsewhere, a synopsis for one, is not seen to change from here.
  const isGoneOn = takes === 'step' && notice.isTakenBack === true && isLastOfText();
  return isOffer || isGoneOn ? notice : null;
};

/** What is behind a dialog is not seen to change. */
const isInSight = ({ dialog }: ShownNotice): boolean => {
  const top = dialogOnTop();
  return top === null || dialog === top;
};

export function useUndoKey(): void {
  const takeBack = useTakeBack();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTextField(event.target)) return;
      if (!matches('Mod+Z', event, navigator.platform)) return;
      const { notice } = useNotices.getState();
      if (notice?.undo && isInSight(notice)) takeBack.noticed(notice);
      else takeBack.last();
      event.preventDefault();
    };
    // Before the text takes them: afterwards its last step is undone, and it looks as if there never was one.
    const onKeyInText = (event: KeyboardEvent) => {
      if (event.isComposing || !matches('Mod+Z', event, navigator.platform)) return;
      const notice = noticeMeant(event.target);
      const isPending = usePending.getState().count > 0 && markOf(event.target) !== null;
      if (notice === null && !isPending) return;
      if (notice?.isTakenBack) takeBack.last();
      else if (notice !== null) takeBack.noticed(notice);
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('keydown', onKeyInText, true);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('keydown', onKeyInText, true);
    };
  }, [takeBack]);
}
