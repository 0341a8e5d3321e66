import { BookOpen, File, type LucideIcon, MessagesSquare, Pin, Search } from 'lucide-react';
import { useState } from 'react';
import { toolWords } from '#renderer/app/tool-words.ts';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { GroupHead, ListFilter, VirtualList } from '#renderer/ui/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import { type FileGroup, fileGroups, groupOf, linesOfFiles } from './file-groups.ts';
import { fileTitle } from './file-title.ts';
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
  const { hint, createdAt, source, referredBy = [], costTokens = 0 } = file;
  const tool = source?.name ?? '';
  const facts = [
    formatMoment(createdAt, Date.now(), language),
    // The hint mostly names it already.
    tool === '' || hint.includes(tool) ? '' : toolWords(t, tool),
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

function Row({ file, focus }: { file: ContextFile; focus: RowFocus }) {
  const { t, language } = useWords();
  const { openFile } = useFiles.getState();
  const Icon = groupIcons[groupOf(file)];
  const { byteSize } = file;
  const title = fileTitle(t, file.hint);
  return (
    <button type="button" className="files-row" onClick={() => openFile(file.id)} {...focus}>
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
  );
}

type Kind = FileGroup | 'all';

function useFiltered(files: readonly ContextFile[]) {
  const { t } = useWords();
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const wanted = query.trim().toLowerCase();
  const shown = files.filter(
    (file) =>
      (kind === 'all' || groupOf(file) === kind) &&
      fileTitle(t, file.hint).toLowerCase().includes(wanted),
  );
  return { query, setQuery, kind, setKind, shown };
}

/** A conversation's files: those to be kept first, then the newest first. */
export function FileList({ files }: { files: readonly ContextFile[] }) {
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
        >
          {(line, focus) =>
            line.kind === 'head' ? (
              <GroupHead title={t(`context-files:parts.${line.key}`, { count: line.count })} />
            ) : (
              <Row file={line.file} focus={focus} />
            )
          }
        </VirtualList>
      )}
    </>
  );
}
