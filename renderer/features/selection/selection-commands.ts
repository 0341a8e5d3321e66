import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { selectNextMisspelt, variantNow } from '#renderer/features/spelling/index.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { openPageMenu } from './open-page-menu.ts';
import { showBar, useSelectionActions } from './store.ts';

const view = () => useSelectionActions.getState().view;
const isInPage = () => view()?.hasFocus === true;
const hasSelection = () => view()?.state.selection.main.empty === false;

/** Under the caret, or in the middle of the page while that is out of sight. */
function openAtCaret(): void {
  const page = view();
  if (page === null) return;
  const { left, top, width, height } = page.scrollDOM.getBoundingClientRect();
  const caret = page.coordsAtPos(page.state.selection.main.head);
  const isSeen = caret !== null && caret.bottom > top && caret.bottom < top + height;
  openPageMenu(
    page,
    isSeen ? { x: caret.left, y: caret.bottom + 2 } : { x: left + width / 2, y: top + height / 3 },
  );
}

const commandsIn = (t: Translate): readonly Command[] => [
  {
    id: 'selection.bar',
    onPage: true,
    titleKey: 'editor:selection.showBar',
    group: 'writing',
    shortcut: 'Mod+.',
    shortcutWhen: isInPage,
    when: hasSelection,
    run: () => showBar(true),
  },
  {
    id: 'selection.menu',
    onPage: true,
    titleKey: 'editor:selection.menu',
    group: 'writing',
    shortcut: 'Shift+F10',
    alternatives: ['ContextMenu'],
    shortcutWhen: isInPage,
    when: () => view() !== null,
    run: openAtCaret,
  },
  {
    id: 'spelling.next',
    onPage: true,
    titleKey: 'spelling:next',
    group: 'writing',
    shortcut: 'Mod+;',
    when: () => view() !== null && variantNow() !== null,
    run: () => {
      const page = view();
      if (page !== null) selectNextMisspelt(page, t);
    },
  },
];

/** Mounted once, by the page. */
export function useSelectionCommands(): void {
  const { t } = useWords();
  useCommands(useMemo(() => commandsIn(t), [t]));
}
