import { type ReactNode, useEffect, useRef } from 'react';
import { useFocusKept } from './keep-focus.ts';

/**
 * A screen in place of the page (F24). It has the focus when it opens, unless something in it took it, and when what had
 * it there goes.
 */
export function Screen({ className, children }: { className: string; children: ReactNode }) {
  const screen = useRef<HTMLElement>(null);
  useFocusKept(screen);
  useEffect(() => {
    const { current } = screen;
    if (!current?.contains(document.activeElement)) current?.focus({ preventScroll: true });
  }, []);
  return (
    <main ref={screen} tabIndex={-1} className={`ui-screen ${className}`}>
      {children}
    </main>
  );
}
