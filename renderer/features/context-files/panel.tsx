import { Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { useFocusKept } from '#renderer/ui/keep-focus.ts';
import { useLeft } from '#renderer/ui/use-left.ts';
import { IconButton, Loaded, Menu, Select, Waiting } from '#renderer/ui/index.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { NoFiles } from './empty.tsx';
import { linesOfFiles } from './file-groups.ts';
import { FileList } from './file-list.tsx';
import { useLiveFiles } from './live.ts';
import { OpenFile } from './open-file.tsx';
import { formatSize } from './size-words.ts';
import { StorageUsed } from './storage-used.tsx';
import { useFiles } from './store.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import './context-files.css';

function Tools() {
  const { t } = useWords();
  const conversationId = useFiles((state) => state.conversationId);
  const { startTransfer } = useFiles.getState();
  return (
    <Menu
      label={t('context-files:tools')}
      entries={() => [
        {
          id: 'export',
          label: t('context-files:export.menu'),
          isDisabled: conversationId === null,
          onAction: () => startTransfer('export'),
        },
        {
          id: 'import',
          label: t('context-files:import.menu'),
          onAction: () => startTransfer('import'),
        },
      ]}
    >
      <IconButton icon={Ellipsis} label={t('context-files:tools')} />
    </Menu>
  );
}

function Conversations() {
  const { t, language } = useWords();
  const conversations = useFiles((state) => state.conversations) ?? [];
  const conversationId = useFiles((state) => state.conversationId);
  const { choose } = useFiles.getState();
  if (conversationId === null) return <span />;
  const choices = conversations.map((conversation) => ({
    id: conversation.conversationId,
    label: t(
      conversation.title === undefined ? 'context-files:conversation' : 'context-files:titled',
      {
        title: conversation.title ?? '',
        when: formatMoment(conversation.changedAt, Date.now(), language),
        count: conversation.files,
      },
    ),
  }));
  return (
    <Select
      label={t('context-files:conversations')}
      hideLabel
      choices={choices}
      value={conversationId}
      onChange={(chosen) => void choose(chosen)}
    />
  );
}

/** What the conversation holds, in one sentence. */
function Lead({ files }: { files: readonly ContextFile[] }) {
  const { t, language } = useWords();
  const bytes = files.reduce((sum, { byteSize = 0 }) => sum + byteSize, 0);
  const size = formatSize(bytes, language);
  return (
    <p className="ui-lead files-lead">{t('context-files:lead', { count: files.length, size })}</p>
  );
}

function Files() {
  const conversationId = useFiles((state) => state.conversationId);
  const files = useFiles((state) => state.files);
  const isListed = useFiles((state) => state.listed === state.conversationId);
  const failure = useFiles((state) => state.failure);
  const openId = useFiles((state) => state.open);
  const opened = files.find(({ id }) => id === openId);
  const left = useLeft(
    openId === null ? null : { key: openId },
    linesOfFiles(files).map(({ key }) => key),
  );
  if (conversationId !== null && opened !== undefined) {
    return <OpenFile key={opened.id} conversationId={conversationId} file={opened} />;
  }
  return (
    <>
      <div className="files-head">
        <Conversations />
        <Tools />
      </div>
      {isListed && (conversationId === null || files.length === 0) && <NoFiles />}
      {!isListed && failure === null && <Waiting />}
      {conversationId !== null && files.length > 0 && (
        <>
          <Lead files={files} />
          <FileList
            key={conversationId}
            conversationId={conversationId}
            files={files}
            left={left}
          />
        </>
      )}
      <StorageUsed />
    </>
  );
}

/** Everything too big for a conversation, as the files it lies in: looked into, kept, taken along or deleted. */
export function FilesPanel() {
  useLiveFiles();
  const conversations = useFiles((state) => state.conversations);
  const failure = useFiles((state) => state.failure);
  const { load } = useFiles.getState();
  const panel = useRef<HTMLDivElement>(null);
  useFocusKept(panel);
  return (
    <div className="files" ref={panel} tabIndex={-1}>
      <Loaded value={conversations} failure={failure} onRetry={() => void load()}>
        {() => <Files />}
      </Loaded>
      <DeleteDialog />
      <TransferDialog />
    </div>
  );
}
