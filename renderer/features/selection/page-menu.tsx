import { useRef } from 'react';
import { MenuAt } from '#renderer/ui/index.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { type Action, entriesOf, menuGroups } from './actions.ts';
import { closeMenu, useSelectionActions } from './store.ts';

/** The page has the focus again before anything is done: a command that moves it has the last word. */
function closeAndRun(action: Action): void {
  closeMenu();
  requestAnimationFrame(() => {
    focusPage();
    action.run();
  });
}

/** The menu under the right button, of Shift F10 and of “More”. */
export function PageMenu() {
  const { t } = useWords();
  const menu = useSelectionActions((state) => state.menu);
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span
        ref={anchor}
        className="page-menu-anchor"
        style={{ left: menu?.x ?? 0, top: menu?.y ?? 0 }}
      />
      {menu !== null && (
        <MenuAt
          label={t('editor:selection.menu')}
          anchor={anchor}
          entries={entriesOf(menuGroups(t), closeAndRun)}
          onClose={() => {
            closeMenu();
            requestAnimationFrame(focusPage);
          }}
        />
      )}
    </>
  );
}
