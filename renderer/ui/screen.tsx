import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useFocusKept } from './keep-focus.ts';

/** It has the focus when it opens, unless something in it took it, and when what had it there goes; needs a `tabIndex` of -1. */
export function useFocusFromOpening(screen: RefObject<HTMLElement | null>): void {
  useFocusKept(screen);
  useEffect(() => {
    const { current } = screen;
    if (!current?.contains(document.activeElement)) current?.focus({ preventScroll: true });
  }, [screen]);
}

/** A screen in place of the page (F24). */
export function Screen({ className, children }: { className: string; children: ReactNode }) {
  const screen = useRef<HTMLElement>(null);
  useFocusFromOpening(screen);
  return (
    <main ref={screen} tabIndex={-1} className={`ui-screen ${className}`}>
      {children}
    </main>
  );
}
