import { useEffect, useRef } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Notice } from '#renderer/ui/index.ts';
import { useLayout, visibleColumns } from './layout.ts';
import { expireNotice, type NoticePlace, shownPlace, useNotices } from './notices.ts';
import { useTakeBack } from './use-take-back.ts';

/** A notice that is being read or reached for stays. */
const held = ':hover, :focus-within';

/** Where notices of one column show: a line of its own at the column's foot, over no text and no field. */
export function NoticeArea({ place }: { place: NoticePlace | 'page' }) {
  const { t } = useWords();
  const takeBack = useTakeBack();
  const visible = visibleColumns(useLayout());
  const latest = useNotices((state) => state.notice);
  const notice = latest !== null && shownPlace(latest.place, visible) === place ? latest : null;
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice === null) return undefined;
    // Asked of the page: a notice that goes under the pointer tells nobody that the pointer left it.
    return expireNotice(notice.serial, () => area.current?.matches(held) === true);
  }, [notice]);
  if (notice === null) return <div className="notice-area" data-place={place} aria-live="polite" />;
  const isUndoable = notice.undo !== undefined || notice.step !== undefined;
  return (
    <div ref={area} className="notice-area" data-place={place} aria-live="polite">
      <Notice
        text={notice.text}
        actionLabel={t('app:actions.undo')}
        shortcut={isUndoable ? 'Mod+Z' : undefined}
        onAction={isUndoable ? () => takeBack.noticed(notice) : undefined}
      />
    </div>
  );
}
