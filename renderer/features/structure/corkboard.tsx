/** The book as cards: a chapter each, moved by hand or by keys, its synopsis written on it. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { shortLabel } from '#renderer/app/chapter-label.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { openScene, useScenes } from '#renderer/app/scenes.ts';
import { sceneItems } from '#renderer/app/scene-items.ts';
import { useSession } from '#renderer/app/session.ts';
import { StatusLadder } from '#renderer/app/status-ladder.tsx';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import { VirtualRows, withRow } from '#renderer/ui/index.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { saveField } from './change-chapter.ts';
import { SynopsisText, useTellerName } from './chapter-words.tsx';
import { useDrag } from './drag.ts';
import { EditField } from './edit-field.tsx';
import { draftOf } from './field-drafts.ts';
import { type BoardRow, cardRows, neighbourOf, type VolumeRow } from './rows.ts';
import { SceneCard } from './scene-card.tsx';
import { sceneOf, toggleScenes } from './scenes.ts';
import { shiftCell } from './shift-cell.ts';
import { type Cell, editCell, focusCell, useStructure } from './store.ts';
import { cellId, useCellFocus } from './use-cell-focus.ts';
import { useVolumeName } from './volume-name.ts';

/** No card is narrower, px. */
const minCardWidth = 228;
const maxColumns = 4;

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

/** From one scene of a tray to another, or back to the card of its chapter. */
function stepInTray({ documentId, field, scene = 0 }: Cell, step: number): Cell {
  const last = sceneItems(useScenes.getState(), documentId).length - 1;
  const to = scene + step;
  if (to < 0) return { documentId, field };
  return { documentId, field, scene: Math.min(last, to) };
}

/** Where an arrow leads: below a card with its scenes shown stands the first of them, below the last the next chapter. */
function cardAfter(documents: readonly DocumentInfo[], cell: Cell, step: number): Cell {
  const { documentId, field, scene } = cell;
  const { scenes, open } = useScenes.getState();
  const hasTray = open.has(documentId) && scenes.has(documentId);
  const isDown = step > 1 && Number.isFinite(step);
  if (scene === undefined && hasTray && isDown) return { documentId, field, scene: 0 };
  const count = sceneItems(useScenes.getState(), documentId).length;
  const isLast = scene !== undefined && scene + step >= count;
  if (scene !== undefined && Number.isFinite(step) && !(isDown && isLast)) {
    return stepInTray(cell, step);
  }
  return { documentId: neighbourOf(documents, documentId, step), field };
}

/** Arrows move the focus, Alt with an arrow the card of a chapter or a scene; Space shows the scenes, F2 writes, Enter opens the text. */
function useCardKeys(project: ProjectInfo, columns: number) {
  const { t } = useWords();
  const { documents, readOnly } = project;
  const steps: Record<string, number> = {
    ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns },
    ...{ Home: -Infinity, End: Infinity },
  };
  return (event: KeyboardEvent) => {
    const { cell, isEditing } = useStructure.getState();
    if (cell === null || isEditing || event.ctrlKey || event.metaKey) return;
    const { documentId } = cell;
    const step = steps[event.key];
    const scene = sceneOf(cell)?.scene;
    if (event.altKey) {
      if (step === undefined || !shiftCell(t, cell, step)) return;
    } else if (step !== undefined) focusCell(cardAfter(documents, cell, step));
    else if (event.key === ' ' && useScenes.getState().scenes.has(documentId)) {
      toggleScenes(documentId);
    } else if (event.key === 'F2' && !readOnly) editCell(cell);
    else if (event.key === 'Enter' && scene) openScene(documentId, scene);
    else if (event.key === 'Enter') useSession.getState().openDocument(documentId);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** How many scenes a chapter has; it shows them and folds them away. Keys have Space, so that Tab does not stop at it. */
function ScenesButton({ documentId }: { documentId: string }) {
  const { t } = useWords();
  const count = useScenes(({ scenes }) => scenes.get(documentId)?.length ?? 0);
  const isOpen = useScenes(({ open }) => open.has(documentId));
  if (count === 0) return null;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className="structure-scenes"
      tabIndex={-1}
      aria-expanded={isOpen}
      onClick={() => toggleScenes(documentId)}
    >
      {t('structure:scenes', { count })}
      <Arrow size={13} aria-hidden />
    </button>
  );
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
  const { t } = useWords();
  const { documentId } = document;
  const { label, title } = chapterHeading(document.title);
  const hasFocus = useStructure(
    ({ cell }) => cell?.documentId === documentId && cell.scene === undefined,
  );
  const isEdited = useStructure(
    ({ cell, isEditing }) =>
      isEditing && cell?.documentId === documentId && cell.scene === undefined,
  );
  const drag = useDrag(project);
  const own = { documentId, field: 'synopsis' as const };
  return (
    // biome-ignore lint/a11y/useSemanticElements: cards are placed absolutely inside of a grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the board has the keys
    <div
      role="gridcell"
      className="structure-card"
      data-renames
      data-cell={cellId(own)}
      data-over={drag.isOver({ documentId })}
      tabIndex={hasFocus && !isEdited ? 0 : -1}
      onClick={() => !isEdited && focusCell(own)}
      onDoubleClick={() => !project.readOnly && editCell(own)}
      {...(isEdited ? {} : drag.handlers({ documentId }))}
    >
      <div className="structure-card-head">
        {label !== null && (
          <span className="structure-number">{shortLabel(label, document.chapter)}</span>
        )}
        <span className="structure-card-title" lang={project.language}>
          {title}
        </span>
        <ScenesButton documentId={documentId} />
      </div>
      {isEdited ? (
        <EditField
          field="synopsis"
          people={people}
          value={draftOf(document, 'synopsis')}
          onSave={(draft) => saveField(t, document, 'synopsis', draft)}
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

const holds = (row: BoardRow, { documentId, scene }: Cell): boolean => {
  if (row.kind === 'volume') return false;
  if (row.kind === 'cards') {
    return scene === undefined && row.documents.some((one) => one.documentId === documentId);
  }
  const at = scene === undefined ? -1 : scene - row.from;
  return row.document.documentId === documentId && at >= 0 && at < row.scenes.length;
};

type RowContentProps = Omit<CardProps, 'document'> & { row: BoardRow };

function RowContent({ row, project, people }: RowContentProps) {
  if (row.kind === 'volume') return <VolumeHead row={row} />;
  if (row.kind === 'tray') {
    return row.scenes.map((item, at) => (
      <SceneCard
        key={item.scene?.start ?? item.facts?.sceneId}
        of={{ document: row.document, item, index: row.from + at }}
        project={project}
        people={people}
      />
    ));
  }
  return row.documents.map((document) => (
    <Card key={document.documentId} document={document} project={project} people={people} />
  ));
}

const heights: Record<BoardRow['kind'], number> = { volume: 44, cards: 132, tray: 144 };
const classes: Record<BoardRow['kind'], string> = {
  volume: 'structure-volume-line',
  cards: 'structure-cards',
  tray: 'structure-cards structure-tray',
};

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
  const scenes = useScenes();
  const rows = useMemo(
    () => cardRows(project.documents, columns, scenes),
    [project.documents, columns, scenes],
  );
  const cell = useStructure((structure) => structure.cell);
  const indexOf = (wanted: Cell): number => rows.findIndex((row) => holds(row, wanted));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'cards'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    rangeExtractor: withRow(cell === null ? -1 : indexOf(cell)),
  });
  useCellFocus(scroller, rows, (wanted) => {
    const index = indexOf(wanted);
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
          className: classes[row.kind],
          ...(row.kind === 'tray' ? { 'data-part': row.part } : {}),
        })}
      >
        {(row) => <RowContent row={row} project={project} people={people} />}
      </VirtualRows>
    </div>
  );
}
