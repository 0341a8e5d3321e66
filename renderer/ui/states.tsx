import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Label, ProgressBar } from 'react-aria-components';
import { LinkButton } from './button.tsx';
import { Kbd } from './kbd.tsx';

type EmptyStateProps = { title: string; text?: ReactNode; action?: ReactNode };

/** Teaches in one line and offers the action. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="ui-empty">
      <div className="ui-empty-title">{title}</div>
      {text !== undefined && <div className="ui-empty-text">{text}</div>}
      {action !== undefined && <div className="ui-empty-action">{action}</div>}
    </div>
  );
}

type PointListProps = { points: readonly { icon: LucideIcon; text: string }[] };

/** What will come to a place that is still empty, or what one can do there: a line each, under an `EmptyState`. */
export function PointList({ points }: PointListProps) {
  return (
    <ul className="ui-points">
      {points.map(({ icon: Icon, text }) => (
        <li key={text}>
          <Icon size={16} aria-hidden />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

type ErrorBlockProps = {
  /** What happened. */
  title: string;
  /** That the text is safe, and what to do. */
  text: ReactNode;
  actions?: ReactNode;
};

export function ErrorBlock({ title, text, actions }: ErrorBlockProps) {
  return (
    <div className="ui-error" role="alert">
      <div className="ui-error-title">{title}</div>
      <div className="ui-error-text">{text}</div>
      {actions !== undefined && <div className="ui-error-actions">{actions}</div>}
    </div>
  );
}

type ProgressProps = {
  /** What is being done, with the count in words: "Indexing, chapter 84 of 120". */
  label: string;
  value: number;
  /** 0 where nobody knows. */
  total: number;
  cancelLabel?: string;
  onCancel?: () => void;
};

/** Long work: a bar, a count and a cancel. */
export function Progress({ label, value, total, cancelLabel, onCancel }: ProgressProps) {
  return (
    <div className="ui-progress">
      <ProgressBar
        value={value}
        maxValue={Math.max(total, 1)}
        isIndeterminate={total === 0}
        className="ui-progress-bar"
      >
        {({ percentage }) => (
          <>
            <Label>{label}</Label>
            <div className="ui-progress-track">
              <div className="ui-progress-fill" style={{ width: `${percentage ?? 0}%` }} />
            </div>
          </>
        )}
      </ProgressBar>
      {/* Beside the bar, not in it: what stands in a progress bar is not there for those who hear the page. */}
      {onCancel !== undefined && <LinkButton onPress={onCancel}>{cancelLabel}</LinkButton>}
    </div>
  );
}

type NoticeProps = {
  text: string;
  actionLabel?: string | undefined;
  onAction?: (() => void) | undefined;
  shortcut?: string | undefined;
};

/** A quiet word about what happened, usually with an undo. Show one with `notify` of app/notices.ts. */
export function Notice({ text, actionLabel, onAction, shortcut }: NoticeProps) {
  return (
    <div className="ui-notice" role="status">
      <span className="ui-notice-text" title={text}>
        {text}
      </span>
      {onAction !== undefined && <LinkButton onPress={onAction}>{actionLabel}</LinkButton>}
      {shortcut !== undefined && <Kbd shortcut={shortcut} />}
    </div>
  );
}
