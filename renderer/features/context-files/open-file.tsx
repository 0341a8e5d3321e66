import {
  ArrowLeft,
  Copy,
  Download,
  MessageSquareText,
  Pin,
  PinOff,
  TextCursorInput,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { useSession } from '#renderer/app/session.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, IconButton } from '#renderer/ui/index.ts';
import { isFocusLost } from '#renderer/ui/keep-focus.ts';
import { useFileTitle } from './file-title.ts';
import { Reader } from './reader.tsx';
import { RestoreButton } from './restore-button.tsx';
import { Search } from './search.tsx';
import { showOrigin } from './show-origin.ts';
import { readAll } from './read-words.ts';
import { isRecord, wordsOfRecord } from './record.ts';
import { formatSize } from './size-words.ts';
import { useFiles } from './store.ts';
import { copyIntoBook, copyWhole, largestTaken, saveElsewhere } from './take-along.ts';

/** The size of a file's content; a lazy one is written by asking for it. */
function useByteSize(conversationId: string, { id, byteSize }: ContextFile): number | null {
  const [asked, setAsked] = useState<number | null>(null);
  useEffect(() => {
    if (byteSize !== undefined) return;
    call('context-files:read', { conversationId, id, limit: 4 })
      .then((page) => setAsked(page.byteSize ?? 0))
      .catch((failure: unknown) => useFiles.setState({ failure }));
  }, [conversationId, id, byteSize]);
  return byteSize ?? asked;
}

/** Reads the words of a message that was set aside; false until they are there. */
function useMessage(conversationId: string, file: ContextFile): boolean {
  const { id } = file;
  const isMessage = isRecord(file);
  const [isRead, setRead] = useState(!isMessage);
  useEffect(() => {
    if (!isMessage) return undefined;
    const ended = new AbortController();
    readAll(conversationId, id, ended.signal)
      .then((json) => {
        if (ended.signal.aborted) return;
        useFiles.setState({ message: wordsOfRecord(json) });
        setRead(true);
      })
      .catch((failure: unknown) => {
        if (!ended.signal.aborted) useFiles.setState({ failure });
      });
    return () => ended.abort();
  }, [conversationId, id, isMessage]);
  return isRead;
}

/** The row it was opened from is gone: its title has that one's focus. */
function useFocusOfRow() {
  const titleRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocusLost()) titleRef.current?.focus();
  }, []);
  return titleRef;
}

/** Who said it, and when. */
function Said({ file }: { file: ContextFile }) {
  const { t, language } = useWords();
  const { origin } = file;
  if (origin?.at === undefined) return null;
  const when = formatMoment(origin.at, Date.now(), language);
  return <p className="files-remark">{t(`context-files:said.${origin.role}`, { when })}</p>;
}

type ActionsProps = {
  conversationId: string;
  file: ContextFile;
  byteSize: number | null;
  title: string;
};

/** What one can do with the file that is open. */
function Actions({ conversationId, file, byteSize, title }: ActionsProps) {
  const { t } = useWords();
  const readOnly = useSession((session) => session.project?.readOnly ?? true);
  const { origin } = file;
  const isEmpty = byteSize === null || byteSize === 0;
  const isNotTaken = isEmpty || byteSize > largestTaken;
  return (
    <div className="files-actions">
      <Button
        size="small"
        isDisabled={isEmpty || readOnly}
        onPress={() => copyIntoBook(t, conversationId, file)}
      >
        <TextCursorInput size={14} aria-hidden />
        {t('context-files:intoBook.action')}
      </Button>
      <Button
        size="small"
        isDisabled={isNotTaken}
        onPress={() => copyWhole(t, conversationId, file)}
      >
        <Copy size={14} aria-hidden />
        {t('context-files:copy.action')}
      </Button>
      <Button
        size="small"
        isDisabled={isNotTaken}
        onPress={() => saveElsewhere(conversationId, file, title)}
      >
        <Download size={14} aria-hidden />
        {t('context-files:saveAs')}
      </Button>
      {origin !== undefined && (
        <Button size="small" onPress={() => showOrigin(t, conversationId, origin)}>
          <MessageSquareText size={14} aria-hidden />
          {t('context-files:origin.action')}
        </Button>
      )}
      <RestoreButton conversationId={conversationId} file={file} />
    </div>
  );
}

export function OpenFile({ conversationId, file }: { conversationId: string; file: ContextFile }) {
  const { t, language } = useWords();
  const { openFile, pin, ask } = useFiles.getState();
  const byteSize = useByteSize(conversationId, file);
  const isRead = useMessage(conversationId, file);
  const message = useFiles((state) => state.message);
  const length = message === null ? byteSize : new TextEncoder().encode(message).length;
  const title = useFileTitle()(file);
  const pinned = file.pinned === true;
  const titleRef = useFocusOfRow();
  return (
    <div className="files-open">
      <div className="files-head">
        <IconButton
          icon={ArrowLeft}
          label={t('context-files:back')}
          onPress={() => openFile(null)}
        />
        <h3 className="files-name" title={title} ref={titleRef} tabIndex={-1}>
          {title}
        </h3>
        {length !== null && isRead && (
          <span className="files-size">{formatSize(length, language)}</span>
        )}
        <IconButton
          icon={pinned ? PinOff : Pin}
          label={t(pinned ? 'context-files:unpin' : 'context-files:pin')}
          onPress={() => void pin(file)}
        />
        <IconButton
          icon={Trash2}
          label={t('context-files:delete.action')}
          onPress={() => ask(file)}
        />
      </div>
      <Actions conversationId={conversationId} file={file} byteSize={byteSize} title={title} />
      <Said file={file} />
      <Search />
      {isRead && length !== null && length > 0 && (
        <Reader conversationId={conversationId} file={file} byteSize={length} />
      )}
      {length === 0 && <p className="files-remark">{t('context-files:emptyFile')}</p>}
    </div>
  );
}
