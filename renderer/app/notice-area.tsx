import { useEffect, useRef } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Notice } from '#renderer/ui/index.ts';
import { matches } from '#renderer/ui/keys.ts';
import { useLayout, visibleColumns } from './layout.ts';
import { dismissNotice, type NoticePlace, shownPlace, undoNoticed, useNotices } from './notices.ts';

/** Long enough to read and to reach for the undo, ms. */
const lifetime = 12_000;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));

/** Ctrl Z outside of text undoes what a notice offers to undo. */
export function useUndoKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || !matches('Mod+Z', event, navigator.platform)) return;
      if (undoNoticed()) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Where notices of one column show: a line of its own at the column's foot, over no text and no field. */
export function NoticeArea({ place }: { place: NoticePlace | 'page' }) {
  const { t } = useWords();
  const visible = visibleColumns(useLayout());
  const latest = useNotices((state) => state.notice);
  const notice = latest !== null && shownPlace(latest.place, visible) === place ? latest : null;
  const resting = useRef(false);
  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setInterval(() => {
      if (!resting.current) dismissNotice(notice.serial);
    }, lifetime);
    return () => clearInterval(timer);
  }, [notice]);
  if (notice === null) return <div className="notice-area" data-place={place} aria-live="polite" />;
  const { undo } = notice;
  return (
    <div
      className="notice-area"
      data-place={place}
      aria-live="polite"
      onPointerEnter={() => {
        resting.current = true;
      }}
      onPointerLeave={() => {
        resting.current = false;
      }}
    >
      <Notice
        text={notice.text}
        actionLabel={t('app:actions.undo')}
        shortcut={undo === undefined ? undefined : 'Mod+Z'}
        onAction={undo === undefined ? undefined : undoNoticed}
      />
    </div>
  );
}
