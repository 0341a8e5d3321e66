import type { ReactNode } from 'react';

type TwoLineRowProps = {
  /** A layer badge or a drag handle, 18 px. */
  badge?: ReactNode;
  title: ReactNode;
  /** Quiet second line: why. */
  reason?: ReactNode;
  count?: ReactNode;
  /** Under the count: "trimmed", "not sent". */
  word?: ReactNode;
  /** At the right: tick, half disc, switch. */
  mark?: ReactNode;
};

/** Two lines, 46 px: inspect items, completions. */
export function TwoLineRow({ badge, title, reason, count, word, mark }: TwoLineRowProps) {
  return (
    <div className="ui-row-two">
      {badge ?? <span />}
      <div>
        <div className="ui-row-two-title">{title}</div>
        {reason !== undefined && <div className="ui-row-two-reason">{reason}</div>}
      </div>
      <div>
        {count !== undefined && <div className="ui-row-two-count">{count}</div>}
        {word !== undefined && <div className="ui-row-two-word">{word}</div>}
      </div>
      <div className="ui-row-two-mark">{mark}</div>
    </div>
  );
}

/** A line above a group: what and how many at the left, a quiet remark at the right. */
export function GroupHead({ title, remark }: { title: ReactNode; remark?: ReactNode }) {
  return (
    <div className="ui-group-head">
      <span>{title}</span>
      {remark !== undefined && <span>{remark}</span>}
    </div>
  );
}
