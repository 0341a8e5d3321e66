/** The book as a table: a line for each chapter, every cell edited in its place. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { volumeName } from '#renderer/app/group-name.ts';
import { shortLabel } from '#renderer/app/chapter-label.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { openScene, useScenes } from '#renderer/app/scenes.ts';
import { useSession } from '#renderer/app/session.ts';
import { StatusLadder } from '#renderer/app/status-ladder.tsx';
import { formatCount, formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import { VirtualRows, withRow } from '#renderer/ui/index.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { saveField } from './change-chapter.ts';
import { SynopsisText, useTellerName } from './chapter-words.tsx';
import { useDrag } from './drag.ts';
import { EditField } from './edit-field.tsx';
import { draftOf } from './field-drafts.ts';
import { LiftedPlace } from './lifted-place.tsx';
import { pickUp, pressWhileLifted, useLift, useLiftGrid } from './lift-store.ts';
import { nextCell } from './next-cell.ts';
import { lineAfter, type OutlineRow, outlineRows, type VolumeRow } from './rows.ts';
import { SceneLine } from './scene-line.tsx';
import { isWritten, sceneOf, toggleScenes } from './scenes.ts';
import { shiftCell } from './shift-cell.ts';
import {
  type Cell,
  editCell,
  type Field,
  fields,
  focusCell,
  isSceneField,
  sceneFields,
  useStructure,
} from './store.ts';
import { cellId, useCellFocus } from './use-cell-focus.ts';

const rowHeight = 34;

const steps: Record<string, number> = {
  ...{ ArrowUp: -1, ArrowDown: 1, PageUp: -12, PageDown: 12 },
  ...{ Home: -Infinity, End: Infinity },
};

/** What → and ← do: from field to field; on a title they first show the chapter's scenes or fold them away. */
function stepAside(cell: Cell, key: string): void {
  const { documentId, field, scene } = cell;
  const { scenes, open } = useScenes.getState();
  const isOpening = field === 'title' && scenes.has(documentId) && scene === undefined;
  if (scene !== undefined) {
    const at = isSceneField(field) ? sceneFields.indexOf(field) : 0;
    const to = sceneFields[at + (key === 'ArrowLeft' ? -1 : 1)];
    if (to !== undefined) focusCell({ documentId, field: to, scene });
    else if (key === 'ArrowLeft') focusCell({ documentId, field: 'title' });
  } else if (isOpening && open.has(documentId) === (key === 'ArrowLeft')) toggleScenes(documentId);
  else {
    const to = fields[fields.indexOf(field) + (key === 'ArrowLeft' ? -1 : 1)];
    if (to !== undefined) focusCell({ documentId, field: to });
  }
}

function openText(cell: Cell): void {
  const scene = sceneOf(cell)?.scene;
  if (scene) openScene(cell.documentId, scene);
  else useSession.getState().openDocument(cell.documentId);
}

/** Arrows, Page keys, Home and End move; F2 and Enter edit, Space picks the chapter or scene up, Alt with an arrow moves it one place. */
function useOutlineKeys(project: ProjectInfo, rows: readonly OutlineRow[]) {
  const { t } = useWords();
  return (event: KeyboardEvent) => {
    const { cell, isEditing } = useStructure.getState();
    if (cell === null || isEditing) return;
    const { field } = cell;
    const step = steps[event.key];
    const isScene = cell.scene !== undefined;
    const act = (): boolean => {
      if (event.ctrlKey || event.metaKey) return false;
      if (event.altKey) {
        return (step === 1 || step === -1) && shiftCell(t, cell, step);
      } else if (step !== undefined) focusCell(lineAfter(rows, cell, step));
      else if (event.key === ' ') pickUp(t, cell);
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') stepAside(cell, event.key);
      else if (event.key === 'Enter' && field === 'title' && !(isScene && isWritten(cell))) {
        openText(cell);
      } else if (event.key === 'F2' || event.key === 'Enter') {
        if (project.readOnly || !isWritten(cell)) return false;
        editCell(cell);
      } else return false;
      return true;
    };
    if (!pressWhileLifted(t, event, step) && !act()) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Shows by its way whether the scenes are shown; keys have → and ←, so that Tab does not stop at it. */
function ScenesFold({ documentId }: { documentId: string }) {
  const isOpen = useScenes(({ open }) => open.has(documentId));
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the cell has the keys
    <span className="structure-fold" onClick={() => toggleScenes(documentId)}>
      <Arrow size={13} aria-hidden />
    </span>
  );
}

function TitleText({ document }: { document: DocumentInfo }) {
  const { documentId } = document;
  const { label, title } = chapterHeading(document.title);
  const hasScenes = useScenes(({ scenes }) => scenes.has(documentId));
  // Titles stand in one column, whether their chapter unfolds or not.
  const hasFolds = useScenes(({ scenes }) => scenes.size > 0);
  return (
    <>
      {hasScenes ? (
        <ScenesFold documentId={documentId} />
      ) : (
        hasFolds && <span className="structure-fold" />
      )}
      {label !== null && (
        <span className="structure-number">{shortLabel(label, document.chapter)}</span>
      )}
      {title}
    </>
  );
}

type CellProps = {
  document: DocumentInfo;
  field: Field;
  project: ProjectInfo;
  people: readonly Person[];
};

function CellText({ document, field, people }: Omit<CellProps, 'project'>) {
  const { t } = useWords();
  const tellerOf = useTellerName(people);
  if (field === 'title') return <TitleText document={document} />;
  if (field === 'synopsis') return <SynopsisText document={document} />;
  if (field === 'status') return <StatusLadder status={document.status} />;
  if (field === 'labels') return document.labels.join(t('structure:comma'));
  return tellerOf(document) ?? <span className="ui-quiet">{t('structure:asBook')}</span>;
}

function OutlineCell({ document, field, project, people }: CellProps) {
  const { t } = useWords();
  const { documentId } = document;
  const cell = useStructure((structure) => structure.cell);
  const isEditing = useStructure((structure) => structure.isEditing);
  const hasFocus =
    cell?.documentId === documentId && cell.field === field && cell.scene === undefined;
  const own = { documentId, field };
  const isEdited = hasFocus && isEditing;
  const isFolder = useScenes(({ scenes }) => field === 'title' && scenes.has(documentId));
  const isOpen = useScenes(({ open }) => open.has(documentId));
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed absolutely inside of a grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <div
      role="gridcell"
      className="structure-cell"
      data-field={field}
      data-renames
      data-cell={cellId(own)}
      data-editing={isEdited}
      {...(isFolder ? { 'aria-expanded': isOpen } : {})}
      tabIndex={hasFocus && !isEditing ? 0 : -1}
      onClick={() => !isEdited && focusCell(own)}
      onDoubleClick={() => !project.readOnly && editCell(own)}
    >
      {isEdited ? (
        <EditField
          field={field}
          people={people}
          value={draftOf(document, field)}
          onSave={(draft) => saveField(t, document, field, draft)}
          onNext={(by) => editCell(nextCell(project.documents, own, by))}
        />
      ) : (
        <span
          className="structure-text"
          {...(field === 'title' || field === 'synopsis' ? { lang: project.language } : {})}
        >
          <CellText document={document} field={field} people={people} />
        </span>
      )}
    </div>
  );
}

function ChapterLine({ document, project, people }: Omit<CellProps, 'field'>) {
  const { language } = useWords();
  return (
    <>
      {fields.map((field) => (
        <OutlineCell
          key={field}
          document={document}
          field={field}
          project={project}
          people={people}
        />
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: only read */}
      <div role="gridcell" className="structure-cell" data-field="words">
        {formatCount(document.wordCount, language)}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: only read */}
      <div role="gridcell" className="structure-cell" data-field="changed">
        {formatMoment(document.modifiedAt, Date.now(), language)}
      </div>
    </>
  );
}

function VolumeLine({ row }: { row: VolumeRow }) {
  const { t, language } = useWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a heading of rows
    <div role="gridcell" className="structure-volume" aria-colspan={fields.length + 2}>
      <b>{volumeName(t, row.group)}</b>
      <span>{t('structure:chapters', { count: row.chapters })}</span>
      <span className="structure-sum">{formatCount(row.words, language)}</span>
    </div>
  );
}

type RowContentProps = Omit<CellProps, 'document' | 'field'> & { row: OutlineRow };

function RowContent({ row, ...props }: RowContentProps) {
  if (row.kind === 'volume') return <VolumeLine row={row} />;
  if (row.part === 'hole' || row.part === 'text') {
    const scene = row.kind === 'scene' ? { scene: row } : {};
    return <LiftedPlace part={row.part} document={row.document} {...scene} />;
  }
  if (row.kind === 'scene') return <SceneLine row={row} {...props} />;
  return <ChapterLine document={row.document} {...props} />;
}

const headings = [...fields, 'words', 'changed'] as const;

function Head() {
  const { t } = useWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the grid
    <div role="row" className="structure-line structure-head" aria-rowindex={1}>
      {headings.map((field) => (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the grid
        <div key={field} role="columnheader" className="structure-cell" data-field={field}>
          {t(`structure:fields.${field}`)}
        </div>
      ))}
    </div>
  );
}

/** Only the lines on the screen are drawn, however long the book is. */
export function Outline({ project, people }: { project: ProjectInfo; people: readonly Person[] }) {
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const scenes = useScenes();
  const lift = useLift((held) => held.lift);
  const rows = useMemo(
    () => outlineRows(project.documents, scenes, lift),
    [project.documents, scenes, lift],
  );
  const lifting = useLiftGrid();
  const cell = useStructure((structure) => structure.cell);
  const indexOf = ({ documentId, scene }: Cell): number =>
    rows.findIndex(
      ({ key }) => key === (scene === undefined ? documentId : `${documentId}#${scene}`),
    );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    rangeExtractor: withRow(cell === null ? -1 : indexOf(cell)),
  });
  useCellFocus(scroller, rows, (wanted) => {
    const index = indexOf(wanted);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
  });
  const onKeyDown = useOutlineKeys(project, rows);
  const isEditing = useStructure((structure) => structure.isEditing);
  const drag = useDrag(project);
  const dragged = (row: OutlineRow) => {
    // The text of a field is taken with the mouse as well.
    if (row.kind === 'volume' || isEditing) return {};
    const target = {
      documentId: row.document.documentId,
      ...(row.kind === 'scene' ? { scene: row.index } : {}),
    };
    return { 'data-over': drag.isOver(target), ...drag.handlers(target) };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: lines are placed absolutely inside of it
    <div
      role="grid"
      aria-label={t('structure:outline')}
      aria-rowcount={rows.length + 1}
      aria-colcount={headings.length}
      className="structure-grid"
      tabIndex={-1}
      {...lifting}
      onKeyDown={onKeyDown}
    >
      <Head />
      {/* biome-ignore lint/a11y/useSemanticElements: the lines of the grid */}
      <div role="rowgroup" className="structure-scroller" ref={scroller} tabIndex={-1}>
        <VirtualRows
          rows={rows}
          virtualizer={virtualizer}
          block={{ role: 'presentation' }}
          attributes={(row, index) => ({
            role: 'row',
            'aria-rowindex': index + 2,
            className: 'structure-line',
            ...(row.kind !== 'volume' && row.part === 'lifted' ? { 'data-lifted': true } : {}),
            ...dragged(row),
          })}
        >
          {(row) => <RowContent row={row} project={project} people={people} />}
        </VirtualRows>
      </div>
    </div>
  );
}
