/** How far one has come, as bars with their figures beside them (W3). */
import type { ReactNode } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { formatCount } from '#renderer/i18n/format.ts';

type ProgressProps = {
  label: string;
  words: number;
  /** Null where none is set: the bar stands for the largest of its neighbours then. */
  goal: number | null;
  /** What a full bar stands for, in words. */
  full: number;
  /** What stands behind the figures. */
  children?: ReactNode;
};

/** One line. The mark shows where the goal is, when more was written than that. */
export function ProgressLine({ label, words, goal, full, children }: ProgressProps) {
  const { language } = useWords();
  const share = (count: number): string =>
    `${(Math.min(1, count / Math.max(1, full)) * 100).toFixed(2)}%`;
  return (
    <div className="days-line">
      <dt title={label}>{label}</dt>
      <dd>
        <span className="days-bar" aria-hidden>
          <span style={{ width: share(words) }} />
          {goal !== null && goal < full && <i style={{ insetInlineStart: share(goal) }} />}
        </span>
        <span className="days-figure">
          {formatCount(words, language)}
          {goal !== null && <span className="ui-quiet"> / {formatCount(goal, language)}</span>}
        </span>
        {children}
      </dd>
    </div>
  );
}
