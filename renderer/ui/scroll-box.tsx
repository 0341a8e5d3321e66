import type { ReactNode } from 'react';

type ScrollBoxProps = { label: string; className: string; children: ReactNode };

/** Text or a table longer than its place: a stop of the Tab key, so that it can be scrolled without a mouse. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
