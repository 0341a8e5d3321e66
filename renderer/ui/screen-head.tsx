import type { ReactNode } from 'react';

type ScreenHeadProps = {
  title: string;
  /** What of the book it shows, in a few words. */
  about?: string;
  /** What one can do there. */
  children: ReactNode;
};

/** The head of a screen that stands in place of the page. */
export function ScreenHead({ title, about, children }: ScreenHeadProps) {
  return (
    <header className="ui-screen-head">
      <h1>{title}</h1>
      <span className="ui-quiet">{about}</span>
      {children}
    </header>
  );
}
