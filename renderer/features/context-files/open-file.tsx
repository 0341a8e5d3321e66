import { ArrowLeft, Pin, PinOff, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { IconButton } from '#renderer/ui/index.ts';
import { fileTitle } from './file-title.ts';
import { Reader } from './reader.tsx';
import { RestoreButton } from './restore-button.tsx';
import { Search } from './search.tsx';
import { formatSize } from './size-words.ts';
import { useFiles } from './store.ts';

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
        <RestoreButton conversationId={conversationId} file={file} />
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
      <Search />
      {byteSize !== null && byteSize > 0 && (
        <Reader conversationId={conversationId} file={file} byteSize={byteSize} />
      )}
      {byteSize === 0 && <p className="files-remark">{t('context-files:emptyFile')}</p>}
    </div>
  );
}
