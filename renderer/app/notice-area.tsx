import { useEffect, useRef } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Notice } from '#renderer/ui/index.ts';
import { matches } from '#renderer/ui/keys.ts';
import { useLayout, visibleColumns } from './layout.ts';
import { dismissNotice, type NoticePlace, shownPlace, useNotices } from './notices.ts';

/** Long enough to read and to reach for the undo, ms. */
const lifetime = 12_000;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));

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
    const onKey = (event: KeyboardEvent) => {
      if (notice.undo === undefined || isTyping(event.target)) return;
      if (!matches('Mod+Z', event, navigator.platform)) return;
      event.preventDefault();
      notice.undo();
      dismissNotice(notice.serial);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      clearInterval(timer);
      window.removeEventListener('keydown', onKey);
    };
  }, [notice]);
  if (notice === null) return <div className="notice-area" data-place={place} aria-live="polite" />;
  const { undo, serial } = notice;
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
        onAction={
          undo === undefined
            ? undefined
            : () => {
                undo();
                dismissNotice(serial);
              }
        }
      />
    </div>
  );
}
