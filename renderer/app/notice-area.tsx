import { useEffect, useRef } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Notice } from '#renderer/ui/index.ts';
import { matches } from '#renderer/ui/keys.ts';
import { dismissNotice, type NoticePlace, useNotices } from './notices.ts';

/** Long enough to read and to reach for the undo, ms. */
const lifetime = 12_000;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));

/** Where notices of one column show: above its foot, never over the text. */
export function NoticeArea({ place }: { place: NoticePlace }) {
  const { t } = useWords();
  const notice = useNotices((state) => (state.notice?.place === place ? state.notice : null));
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
  if (notice === null) return <div className="notice-area" aria-live="polite" />;
  const { undo, serial } = notice;
  return (
    <div
      className="notice-area"
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
