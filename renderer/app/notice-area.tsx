import { useEffect, useRef } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Notice } from '#renderer/ui/index.ts';
import { useLayout, visibleColumns } from './layout.ts';
import { dismissNotice, type NoticePlace, shownPlace, useNotices } from './notices.ts';
import { useTakeBack } from './use-take-back.ts';

/** Long enough to read and to reach for the undo, ms. */
const lifetime = 12_000;

/** Where notices of one column show: a line of its own at the column's foot, over no text and no field. */
export function NoticeArea({ place }: { place: NoticePlace | 'page' }) {
  const { t } = useWords();
  const takeBack = useTakeBack();
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
  const isUndoable = notice.undo !== undefined || notice.step !== undefined;
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
        shortcut={isUndoable ? 'Mod+Z' : undefined}
        onAction={isUndoable ? () => takeBack.noticed(notice) : undefined}
      />
    </div>
  );
}
