import { Ellipsis } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { useSession } from '#renderer/app/session.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { Menu, type MenuEntry } from '#renderer/ui/index.ts';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { showOrigin } from './show-origin.ts';
import { useFiles } from './store.ts';
import { copyIntoBook, copyWhole, largestTaken, saveElsewhere } from './take-along.ts';

/** The keys of a row that has the focus. */
export const rowKeys = { pin: 'p', remove: 'Delete' } as const;

type FileMenuProps = {
  conversationId: string;
  file: ContextFile;
  title: string;
  /** The list has one row at a time that the Tab key comes to, and its menu with it. */
  isStop: boolean;
};

function fileEntries(t: Translate, { conversationId, file, title }: FileMenuProps): MenuEntry[] {
  const { openFile, pin, ask } = useFiles.getState();
  const readOnly = useSession.getState().project?.readOnly ?? true;
  const { byteSize, origin } = file;
  const isTaken = byteSize === 0 || (byteSize ?? 0) > largestTaken;
  return [
    { id: 'open', label: t('context-files:open'), onAction: () => openFile(file.id) },
    {
      id: 'origin',
      label: t('context-files:origin.action'),
      isDisabled: origin === undefined,
      onAction: () => {
        if (origin !== undefined) showOrigin(t, conversationId, origin);
      },
    },
    { id: 'taking', separator: true },
    {
      id: 'copy',
      label: t('context-files:copy.action'),
      isDisabled: isTaken,
      onAction: () => copyWhole(t, conversationId, file),
    },
    {
      id: 'intoBook',
      label: t('context-files:intoBook.action'),
      isDisabled: isTaken || readOnly,
      onAction: () => copyIntoBook(t, conversationId, file),
    },
    {
      id: 'saveAs',
      label: t('context-files:saveAs'),
      isDisabled: isTaken,
      onAction: () => saveElsewhere(conversationId, file, title),
    },
    { id: 'keeping', separator: true },
    {
      id: 'pin',
      label: t(file.pinned === true ? 'context-files:unpin' : 'context-files:pin'),
      shortcut: 'P',
      onAction: () => void pin(file),
    },
    {
      id: 'delete',
      label: t('context-files:delete.action'),
      shortcut: 'Delete',
      onAction: () => ask(file),
    },
  ];
}

/** What one can do with a file without opening it. */
export function FileMenu(props: FileMenuProps) {
  const { t } = useWords();
  const label = t('context-files:actions', { what: props.title });
  return (
    <Menu label={label} entries={() => fileEntries(t, props)}>
      {/* No tooltip: it would lie over the rows beside it. */}
      <AriaButton
        className="ui-icon-button"
        data-size="small"
        aria-label={label}
        excludeFromTabOrder={!props.isStop}
      >
        <Ellipsis size={16} aria-hidden />
      </AriaButton>
    </Menu>
  );
}
