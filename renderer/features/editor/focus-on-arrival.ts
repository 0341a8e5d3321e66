/** Whether the page has the keyboard when its chapter arrives, which may be some time after it was asked for (F24). */
import { useSession } from '#renderer/app/session.ts';

export type FocusOnArrival = {
  /**
   * Gives the page the focus, unless somebody is elsewhere: in a field that is being typed in, such as a new chapter's name,
   * in a list that is walked through, or wherever a click or Tab has led since the chapter was asked for.
   */
  give(): void;
  end(): void;
};

/** To be made when the chapter is asked for. */
export function createFocusOnArrival(focusPage: () => void): FocusOnArrival {
  const before = document.activeElement;
  let hasMoved = false;
  const onMove = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.key === 'Tab' || event.key === 'F6')
      hasMoved = true;
  };
  // A menu or dialog that closes moves the focus too, and nobody by it.
  const moves = ['pointerdown', 'keydown'] as const;
  for (const move of moves) window.addEventListener(move, onMove, true);
  const isElsewhere = (): boolean => {
    const now = document.activeElement;
    if (now?.matches('input, textarea') === true) return true;
    if (useSession.getState().destination?.isWalked === true) return true;
    const isOnPage = now === document.body || now?.closest('.page-text:not(.beside-text)') !== null;
    return hasMoved && now !== before && !isOnPage;
  };
  return {
    give() {
      if (!isElsewhere()) focusPage();
    },
    end() {
      for (const move of moves) window.removeEventListener(move, onMove, true);
    },
  };
}
