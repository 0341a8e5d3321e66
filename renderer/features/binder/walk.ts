/** How one goes through the chapters of the binder: to one by pointer, past them by keys. */
import { useEffect, useMemo } from 'react';
import { createAlarm } from '#renderer/app/alarm.ts';
import { useSession } from '#renderer/app/session.ts';

/** A held key has come to rest where it stays so long, ms: longer than from one of its repetitions to the next. */
const stayMs = 250;

type Opening = {
  /** Opens a chapter and gives the page the keyboard. */
  open(documentId: string): void;
  /** Opens a chapter, and the list keeps the keyboard. */
  walkTo(documentId: string): void;
};

export type Walk = {
  /** A key went down; `isHeld`: it has been down since before. */
  press(isHeld: boolean): void;
  point(): void;
  /** The line that was come to. What a held key passes is opened only where it rests. */
  choose(documentId: string): void;
  /** A key came up again, or the list lost the keyboard. */
  release(): void;
  stop(): void;
};

export function createWalk({ open, walkTo }: Opening): Walk {
  let by: 'pointer' | 'key' | 'heldKey' = 'pointer';
  let passed: string | null = null;
  const arrive = (): void => {
    const documentId = passed;
    passed = null;
    if (documentId !== null) walkTo(documentId);
  };
  const stayed = createAlarm(arrive);
  return {
    press(isHeld) {
      by = isHeld ? 'heldKey' : 'key';
      // It goes on, and may come back to the chapter that is open, which nobody is told of.
      if (isHeld) passed = null;
    },
    point() {
      by = 'pointer';
      passed = null;
    },
    choose(documentId) {
      passed = null;
      if (by === 'pointer') open(documentId);
      else if (by === 'key') walkTo(documentId);
      else {
        passed = documentId;
        stayed.set(stayMs);
      }
    },
    release() {
      stayed.clear();
      arrive();
    },
    stop() {
      stayed.clear();
      passed = null;
    },
  };
}

const openIfThere = (open: (documentId: string) => void) => (documentId: string) => {
  const { project } = useSession.getState();
  if (project?.documents.some((one) => one.documentId === documentId) === true) open(documentId);
};

export function useWalk(): Walk {
  const walk = useMemo(() => {
    const { openDocument, walkTo } = useSession.getState();
    return createWalk({ open: openDocument, walkTo: openIfThere(walkTo) });
  }, []);
  useEffect(() => walk.stop, [walk]);
  return walk;
}
