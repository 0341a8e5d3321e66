/** The book as cards: a chapter each, moved by hand or by keys, its synopsis written on it. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type DragEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { shortLabel } from '#renderer/app/chapter-label.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { moveChapter, shiftChapter } from '#renderer/features/binder/index.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import { VirtualRows, withRow } from '#renderer/ui/index.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { StatusLadder, SynopsisText, useTellerName } from './chapter-words.tsx';
import { EditField } from './edit-field.tsx';
import { type CardsRow, cardRows, neighbourOf, type VolumeRow } from './rows.ts';
import { editCell, focusCell, useStructure } from './store.ts';
import { cellId, useCellFocus } from './use-cell-focus.ts';
import { useVolumeName } from './volume-name.ts';

const cardHeight = 132;
const volumeHeight = 44;
/** No card is narrower, px. */
const minCardWidth = 228;
const maxColumns = 4;
const dragType = 'application/x-fabula-card';

/** As many columns as fit. */
function useColumns(scroller: React.RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(4);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setColumns(Math.max(1, Math.min(maxColumns, Math.floor(element.clientWidth / minCardWidth))));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return columns;
}

/** Arrows move the focus, Alt with an arrow the card; F2 writes, Enter opens the text. */
function useCardKeys(project: ProjectInfo, columns: number) {
  const { t } = useWords();
  const { documents, readOnly } = project;
  const steps: Record<string, number> = {
    ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns },
    ...{ Home: -documents.length, End: documents.length },
  };
  return (event: KeyboardEvent) => {
    const { cell, isEditing } = useStructure.getState();
    if (cell === null || isEditing || event.ctrlKey || event.metaKey) return;
    const { documentId } = cell;
    const step = steps[event.key];
    if (step !== undefined && event.altKey) {
      shiftChapter(t, documentId, step)
        .then(() => focusCell({ ...cell }))
        .catch(reportFailure);
    } else if (event.altKey) return;
    else if (step !== undefined) {
      focusCell({ documentId: neighbourOf(documents, documentId, step), field: 'synopsis' });
    } else if (event.key === 'F2' && !readOnly) editCell({ documentId, field: 'synopsis' });
    else if (event.key === 'Enter') {
      useSession.getState().openDocument(documentId);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** A card that is dragged onto another takes its place. */
function useCardDrag(project: ProjectInfo, documentId: string) {
  const { t } = useWords();
  const [isOver, setIsOver] = useState(false);
  const accepts = (event: DragEvent) => event.dataTransfer.types.includes(dragType);
  return {
    isOver,
    handlers: {
      draggable: !project.readOnly,
      onDragStart: (event: DragEvent) => event.dataTransfer.setData(dragType, documentId),
      onDragOver: (event: DragEvent) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        setIsOver(false);
        if (!accepts(event)) return;
        event.preventDefault();
        const place = project.documents.findIndex((one) => one.documentId === documentId);
        moveChapter(t, event.dataTransfer.getData(dragType), place).catch(reportFailure);
      },
    },
  };
}

type CardProps = { document: DocumentInfo; project: ProjectInfo; people: readonly Person[] };

function CardFoot({ document, people }: Omit<CardProps, 'project'>) {
  const { t, language } = useWords();
  const teller = useTellerName(people)(document);
  return (
    <div className="structure-card-foot">
      <StatusLadder status={document.status} />
      {teller !== null && (
        <span className="structure-teller">{t('structure:teller', { name: teller })}</span>
      )}
      {document.labels.slice(0, 2).map((label) => (
        <span key={label} className="structure-label">
          {label}
        </span>
      ))}
      <span className="structure-sum">{formatCount(document.wordCount, language)}</span>
    </div>
  );
}

function Card({ document, project, people }: CardProps) {
  const { documentId } = document;
  const { label, title } = chapterHeading(document.title);
  const hasFocus = useStructure(({ cell }) => cell?.documentId === documentId);
  const isEdited = useStructure(
    ({ cell, isEditing }) => isEditing && cell?.documentId === documentId,
  );
  const { isOver, handlers } = useCardDrag(project, documentId);
  const own = { documentId, field: 'synopsis' as const };
  return (
    // biome-ignore lint/a11y/useSemanticElements: cards are placed absolutely inside of a grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the board has the keys
    <div
      role="gridcell"
      className="structure-card"
      data-renames
      data-cell={cellId(documentId, 'synopsis')}
      data-over={isOver}
      tabIndex={hasFocus && !isEdited ? 0 : -1}
      onClick={() => !isEdited && focusCell(own)}
      onDoubleClick={() => !project.readOnly && editCell(own)}
      {...(isEdited ? {} : handlers)}
    >
      <div className="structure-card-head">
        {label !== null && (
          <span className="structure-number">{shortLabel(label, document.chapter)}</span>
        )}
        <span className="structure-card-title" lang={project.language}>
          {title}
        </span>
      </div>
      {isEdited ? (
        <EditField
          document={document}
          field="synopsis"
          people={people}
          onNext={(by) =>
            editCell({ ...own, documentId: neighbourOf(project.documents, documentId, by) })
          }
        />
      ) : (
        <div className="structure-card-text" lang={project.language}>
          <SynopsisText document={document} />
        </div>
      )}
      <CardFoot document={document} people={people} />
    </div>
  );
}

function VolumeHead({ row }: { row: VolumeRow }) {
  const { t } = useWords();
  const nameOf = useVolumeName();
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a heading of cards
    <div role="gridcell" className="structure-volume">
      <b>{nameOf(row.group)}</b>
      <span className="structure-sum">
        {t('structure:chapters', { count: row.chapters })} {t('binder:words', { count: row.words })}
      </span>
    </div>
  );
}

const holdsCard = (row: VolumeRow | CardsRow, documentId: string): boolean =>
  row.kind === 'cards' && row.documents.some((one) => one.documentId === documentId);

type RowContentProps = Omit<CardProps, 'document'> & { row: VolumeRow | CardsRow };

function RowContent({ row, project, people }: RowContentProps) {
  if (row.kind === 'volume') return <VolumeHead row={row} />;
  return row.documents.map((document) => (
    <Card key={document.documentId} document={document} project={project} people={people} />
  ));
}

/** Only the cards on the screen are drawn, however long the book is. */
export function Corkboard({
  project,
  people,
}: {
  project: ProjectInfo;
  people: readonly Person[];
}) {
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useColumns(scroller);
  const rows = useMemo(() => cardRows(project.documents, columns), [project.documents, columns]);
  const cell = useStructure((structure) => structure.cell);
  const indexOf = (documentId: string): number =>
    rows.findIndex((row) => holdsCard(row, documentId));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'volume' ? volumeHeight : cardHeight),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    rangeExtractor: withRow(cell === null ? -1 : indexOf(cell.documentId)),
  });
  useCellFocus(scroller, rows, (documentId) => {
    const index = indexOf(documentId);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
  });
  const onKeyDown = useCardKeys(project, columns);
  return (
    // biome-ignore lint/a11y/useSemanticElements: cards are placed absolutely inside of it
    <div
      role="grid"
      aria-label={t('structure:corkboard')}
      aria-rowcount={rows.length}
      aria-colcount={columns}
      className="structure-scroller structure-board"
      style={{ '--columns': columns }}
      ref={scroller}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <VirtualRows
        rows={rows}
        virtualizer={virtualizer}
        block={{ role: 'presentation' }}
        attributes={(row, index) => ({
          role: 'row',
          'aria-rowindex': index + 1,
          className: row.kind === 'cards' ? 'structure-cards' : 'structure-volume-line',
        })}
      >
        {(row) => <RowContent row={row} project={project} people={people} />}
      </VirtualRows>
    </div>
  );
}
