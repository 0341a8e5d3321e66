import { useVirtualizer } from '@tanstack/react-virtual';
import { Pin } from 'lucide-react';
import { useRef } from 'react';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { useRoving } from '#renderer/ui/roving.ts';
import { fileTitle } from './file-title.ts';
import { formatSize } from './size-words.ts';
import { useFiles } from './store.ts';

const rowHeight = 52;

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

/** A conversation's files, newest first. Only those on the screen are drawn. */
export function FileList({ files }: { files: readonly ContextFile[] }) {
  const { t } = useWords();
  const { openFile } = useFiles.getState();
  const scroller = useRef<HTMLDivElement>(null);
  const ids = files.map(({ id }) => id);
  const roving = useRoving(ids);
  const virtualizer = useVirtualizer({
    count: files.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 8,
  });
  return (
    <div className="files-scroller" ref={scroller}>
      <ul
        className="files-list"
        aria-label={t('context-files:list')}
        style={{ height: virtualizer.getTotalSize() }}
        {...roving.listProps}
      >
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const file = files[index];
          if (file === undefined) return null;
          return (
            <li key={key} style={{ transform: `translateY(${start}px)`, height: rowHeight }}>
              <button
                type="button"
                className="files-row"
                onClick={() => openFile(file.id)}
                {...roving.rowProps(file.id, index === 0)}
              >
                <span className="files-title">
                  {file.pinned === true && <Pin size={12} aria-label={t('context-files:pinned')} />}
                  <span>{fileTitle(t, file.hint)}</span>
                </span>
                <Facts file={file} />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
