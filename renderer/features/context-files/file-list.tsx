import { Pin } from 'lucide-react';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { VirtualList } from '#renderer/ui/index.ts';
import { fileTitle } from './file-title.ts';
import { formatSize } from './size-words.ts';
import { useFiles } from './store.ts';

const lineHeights = { file: 52 } as const;

function Facts({ file }: { file: ContextFile }) {
  const { t, language } = useWords();
  const { kind, hint, byteSize, createdAt, source, referredBy = [], costTokens = 0 } = file;
  const tool = source?.name ?? '';
  const facts = [
    t(`context-files:kind.${kind}`),
    byteSize === undefined ? t('context-files:notWritten') : formatSize(byteSize, language),
    formatMoment(createdAt, Date.now(), language),
    // The hint mostly names it already.
    hint.includes(tool) ? '' : tool,
    referredBy.length > 0 && t('context-files:referred', { count: referredBy.length }),
    costTokens > 0 && t('context-files:cost', { count: costTokens }),
  ];
  return (
    <span className="files-facts">
      {facts
        .filter((fact) => typeof fact === 'string' && fact !== '')
        .map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
    </span>
  );
}

/** A conversation's files, newest first. */
export function FileList({ files }: { files: readonly ContextFile[] }) {
  const { t } = useWords();
  const { openFile } = useFiles.getState();
  const lines = files.map((file) => ({ kind: 'file' as const, key: file.id, file }));
  return (
    <VirtualList label={t('context-files:list')} lines={lines} heights={lineHeights}>
      {({ file }, focus) => (
        <button type="button" className="files-row" onClick={() => openFile(file.id)} {...focus}>
          <span className="files-title">
            {file.pinned === true && <Pin size={12} aria-label={t('context-files:pinned')} />}
            <span>{fileTitle(t, file.hint)}</span>
          </span>
          <Facts file={file} />
        </button>
      )}
    </VirtualList>
  );
}
