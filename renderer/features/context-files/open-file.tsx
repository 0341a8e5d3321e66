import { ArrowLeft, Download, Pin, PinOff, TextCursorInput, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, IconButton } from '#renderer/ui/index.ts';
import { fileTitle } from './file-title.ts';
import { Reader } from './reader.tsx';
import { RestoreButton } from './restore-button.tsx';
import { Search } from './search.tsx';
import { formatSize } from './size-words.ts';
import { useFiles } from './store.ts';
import { copyIntoBook, largestTaken, saveElsewhere } from './take-along.ts';

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

export function OpenFile({ conversationId, file }: { conversationId: string; file: ContextFile }) {
  const { t, language } = useWords();
  const { openFile, pin, ask } = useFiles.getState();
  const byteSize = useByteSize(conversationId, file);
  const pinned = file.pinned === true;
  const readOnly = useSession((session) => session.project?.readOnly ?? true);
  return (
    <div className="files-open">
      <div className="files-head">
        <IconButton
          icon={ArrowLeft}
          label={t('context-files:back')}
          onPress={() => openFile(null)}
        />
        <h3 className="files-name" title={fileTitle(t, file.hint)}>
          {fileTitle(t, file.hint)}
        </h3>
        {byteSize !== null && <span className="files-size">{formatSize(byteSize, language)}</span>}
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
      <div className="files-actions">
        <Button
          size="small"
          isDisabled={byteSize === null || byteSize === 0 || readOnly}
          onPress={() => copyIntoBook(t, conversationId, file)}
        >
          <TextCursorInput size={14} aria-hidden />
          {t('context-files:intoBook.action')}
        </Button>
        <Button
          size="small"
          isDisabled={byteSize === null || byteSize === 0 || byteSize > largestTaken}
          onPress={() => saveElsewhere(t, conversationId, file)}
        >
          <Download size={14} aria-hidden />
          {t('context-files:saveAs')}
        </Button>
        <RestoreButton conversationId={conversationId} file={file} />
      </div>
      <Search />
      {byteSize !== null && byteSize > 0 && (
        <Reader conversationId={conversationId} file={file} byteSize={byteSize} />
      )}
      {byteSize === 0 && <p className="files-remark">{t('context-files:emptyFile')}</p>}
    </div>
  );
}
