import { BookOpen, File, type LucideIcon, MessagesSquare, Pin, Search } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { GroupHead, ListFilter, VirtualList } from '#renderer/ui/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import { type FileGroup, fileGroups, groupOf, linesOfFiles } from './file-groups.ts';
import { FileMenu, rowKeys } from './file-menu.tsx';
import { useFileTitle } from './file-title.ts';
import { formatSize } from './size-words.ts';
import { useFiles } from './store.ts';

const lineHeights = { head: 30, file: 52 } as const;

export const groupIcons: Record<FileGroup, LucideIcon> = {
  lookedUp: Search,
  read: BookOpen,
  said: MessagesSquare,
  other: File,
};

/** More files than these are worth a filter. */
const fewFiles = 3;

function Facts({ file }: { file: ContextFile }) {
  const { t, language } = useWords();
  const { createdAt, referredBy = [], costTokens = 0 } = file;
  const facts = [
    formatMoment(createdAt, Date.now(), language),
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

/** P keeps the file of a row, Delete asks whether it is to go. */
function onRowKey(event: KeyboardEvent, file: ContextFile): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { pin, ask } = useFiles.getState();
  if (event.key === rowKeys.remove) ask(file);
  else if (event.key.toLowerCase() === rowKeys.pin) void pin(file);
  else return;
  event.preventDefault();
}

type RowProps = { conversationId: string; file: ContextFile; focus: RowFocus };

function Row({ conversationId, file, focus }: RowProps) {
  const { t, language } = useWords();
  const { openFile } = useFiles.getState();
  const Icon = groupIcons[groupOf(file)];
  const { byteSize } = file;
  const title = useFileTitle()(file);
  const isStop = focus.tabIndex === 0;
  return (
    <div className="files-line">
      <button
        type="button"
        className="files-row"
        onClick={() => openFile(file.id)}
        onKeyDown={(event) => onRowKey(event, file)}
        {...focus}
      >
        <Icon size={16} aria-hidden />
        <span className="files-row-words">
          <span className="files-title" title={title}>
            <span>{title}</span>
            {file.pinned === true && <Pin size={12} aria-label={t('context-files:pinned')} />}
          </span>
          <Facts file={file} />
        </span>
        <span className="files-size">
          {byteSize === undefined ? t('context-files:notWritten') : formatSize(byteSize, language)}
        </span>
      </button>
      <FileMenu conversationId={conversationId} file={file} title={title} isStop={isStop} />
    </div>
  );
}

type Kind = FileGroup | 'all';

function useFiltered(files: readonly ContextFile[]) {
  const titleOf = useFileTitle();
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const wanted = query.trim().toLowerCase();
  const shown = files.filter(
    (file) =>
      (kind === 'all' || groupOf(file) === kind) && titleOf(file).toLowerCase().includes(wanted),
  );
  return { query, setQuery, kind, setKind, shown };
}

type FileListProps = {
  conversationId: string;
  files: readonly ContextFile[];
  /** Where the focus is again that went with an open file. */
  left: string | null;
};

/** A conversation's files: those to be kept first, then the newest first. */
export function FileList({ conversationId, files, left }: FileListProps) {
  const { t } = useWords();
  const { query, setQuery, kind, setKind, shown } = useFiltered(files);
  const counts = new Map(
    fileGroups.map((group) => [group, files.filter((file) => groupOf(file) === group).length]),
  );
  const kinds = [
    { id: 'all' as Kind, label: t('context-files:groups.all', { count: files.length }) },
    ...fileGroups
      .filter((group) => (counts.get(group) ?? 0) > 0)
      .map((group) => ({
        id: group as Kind,
        label: t(`context-files:groups.${group}`, { count: counts.get(group) ?? 0 }),
      })),
  ];
  return (
    <>
      {files.length > fewFiles && (
        <div className="files-filter">
          <ListFilter
            label={t('context-files:filter')}
            query={query}
            onQuery={setQuery}
            kindsLabel={t('context-files:groups.label')}
            kinds={kinds}
            kind={kind}
            onKind={setKind}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <p className="files-remark" role="status">
          {t('context-files:noneShown')}
        </p>
      ) : (
        <VirtualList
          label={t('context-files:list')}
          lines={linesOfFiles(shown)}
          heights={lineHeights}
          left={left}
        >
          {(line, focus) =>
            line.kind === 'head' ? (
              <GroupHead title={t(`context-files:parts.${line.key}`, { count: line.count })} />
            ) : (
              <Row conversationId={conversationId} file={line.file} focus={focus} />
            )
          }
        </VirtualList>
      )}
    </>
  );
}
