import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Notice } from '#renderer/ui/index.ts';
import { useLayout, visibleColumns } from './layout.ts';
import {
  enterDialog,
  expireNotice,
  type NoticePlace,
  type ShownDialog,
  shownPlace,
  useNotices,
} from './notices.ts';
import { useSession } from './session.ts';
import { useTakeBack } from './use-take-back.ts';

/** A notice that is being read or reached for stays. */
const held = ':hover, :focus-within';

/** Without a book there are none. */
const noColumns = { binder: false, dock: false };

type NoticeAreaProps = { place: NoticePlace | 'page' | ShownDialog };

/** Where notices of one column or dialog show: a line of its own at its foot, over no text and no field. */
export function NoticeArea({ place }: NoticeAreaProps) {
  const { t } = useWords();
  const takeBack = useTakeBack();
  const hasBook = useSession(({ project }) => project !== null);
  const columns = visibleColumns(useLayout());
  const visible = hasBook ? columns : noColumns;
  const { notice: latest, dialogs } = useNotices();
  const notice = latest !== null && shownPlace(latest, dialogs, visible) === place ? latest : null;
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice === null) return undefined;
    // Asked of the page: a notice that goes under the pointer tells nobody that the pointer left it.
    return expireNotice(notice.serial, () => area.current?.matches(held) === true);
  }, [notice]);
  const isUndoable = notice?.undo !== undefined || notice?.step !== undefined;
  return (
    <div
      ref={area}
      className="notice-area"
      data-place={typeof place === 'symbol' ? 'dialog' : place}
      aria-live="polite"
    >
      {notice !== null && (
        <Notice
          text={notice.text}
          actionLabel={t('app:actions.undo')}
          shortcut={isUndoable ? 'Mod+Z' : undefined}
          onAction={isUndoable ? () => takeBack.noticed(notice) : undefined}
        />
      )}
    </div>
  );
}

/** The notices of what is done in a dialog, for its foot. */
export function DialogNotices() {
  const [dialog] = useState(() => Symbol('dialog'));
  useLayoutEffect(() => enterDialog(dialog), [dialog]);
  return <NoticeArea place={dialog} />;
}
