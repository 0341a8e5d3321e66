/** The book as a table: a line for each chapter, every cell edited in its place. */
import { memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { useFolds } from '#renderer/app/folds.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { useScenes } from '#renderer/app/scenes.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import { GridRows, useRowsOnScreen } from '#renderer/ui/index.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { columnTracks, defaultColumns, fittingColumns, readColumns } from './columns.ts';
import { useDrag } from './drag.ts';
import { LiftedPlace } from './lifted-place.tsx';
import { useLift, useLiftGrid } from './lift-store.ts';
import { ChapterLine } from './outline-cell.tsx';
import { useOutlineKeys } from './outline-keys.ts';
import { foldedLineOf, type OutlineRow, outlineRows, rowInSight } from './rows.ts';
import { SceneLine } from './scene-line.tsx';
import { type Cell, showColumns, useStructure } from './store.ts';
import { useCellFocus } from './use-cell-focus.ts';
import { VolumeLine } from './volume-line.tsx';

const rowHeight = 34;

/** On both sides of a line, px. */
const linePadding = 32;

/** The columns that were chosen, as far as there is room for them. */
function useShownColumns(project: ProjectInfo, scroller: RefObject<HTMLElement | null>) {
  const kept = useLayout((layout) => layout.outlineColumns);
  const { documents } = project;
  const width = useWidth(scroller, Infinity);
  const shown = useMemo(
    () => fittingColumns(readColumns(kept) ?? defaultColumns(documents), width - linePadding),
    [kept, documents, width],
  );
  useLayoutEffect(() => showColumns(shown), [shown]);
}

type RowContentProps = { row: OutlineRow; project: ProjectInfo; people: readonly Person[] };

/** A row that was drawn is drawn anew for what is in it, and not for each turn of the wheel. */
const RowContent = memo(function RowContent({ row, ...props }: RowContentProps) {
  if (row.kind === 'volume') return <VolumeLine row={row} />;
  if (row.part === 'hole' || row.part === 'text') {
    const scene = row.kind === 'scene' ? { scene: row } : {};
    return <LiftedPlace part={row.part} document={row.document} {...scene} />;
  }
  if (row.kind === 'scene') return <SceneLine row={row} {...props} />;
  return <ChapterLine document={row.document} {...props} />;
});

function Head() {
  const { t } = useWords();
  const shown = useStructure(({ columns }) => columns);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the grid
    <div role="row" className="structure-line structure-head" aria-rowindex={1}>
      {shown.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the grid
        <div key={column} role="columnheader" className="structure-cell" data-field={column}>
          {t(`structure:fields.${column}`)}
        </div>
      ))}
    </div>
  );
}

/** The line that has the keyboard when that cell has it. */
function lineOf(rows: readonly OutlineRow[], { documentId, scene }: Cell): number {
  const key = scene === undefined ? documentId : `${documentId}#${scene}`;
  const at = rows.findIndex((row) => row.key === key);
  const volume = at < 0 ? foldedLineOf(rows, documentId) : undefined;
  return volume === undefined ? at : rows.indexOf(volume);
}

function useRows({ documents }: ProjectInfo): OutlineRow[] {
  const scenes = useScenes();
  const lift = useLift((held) => held.lift);
  const folded = useFolds((folds) => folds.outline);
  return useMemo(
    () => outlineRows(documents, scenes, lift, folded),
    [documents, scenes, lift, folded],
  );
}

/** Only the lines on the screen are drawn, however long the book is. */
export function Outline({ project, people }: { project: ProjectInfo; people: readonly Person[] }) {
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRows(project);
  const lifting = useLiftGrid();
  useShownColumns(project, scroller);
  const shown = useStructure(({ columns }) => columns);
  const cell = useStructure((structure) => structure.cell);
  const virtualizer = useRowsOnScreen({
    rows,
    scroller,
    keyOf: ({ key }) => key,
    heightOf: () => rowHeight,
    overscan: 12,
    kept: cell === null ? [] : [lineOf(rows, cell)],
  });
  useCellFocus(scroller, rows, {
    isShown: (wanted) => lineOf(rows, wanted) >= 0,
    show(wanted) {
      const index = lineOf(rows, wanted);
      if (index >= 0) virtualizer.scrollToIndex(rowInSight(rows, index), { align: 'auto' });
    },
  });
  const onKeyDown = useOutlineKeys(project, rows);
  const isEditing = useStructure((structure) => structure.isEditing);
  const drag = useDrag(project, 'down');
  const dragged = (row: OutlineRow) => {
    // The text of a field is taken with the mouse as well.
    if (row.kind === 'volume' || isEditing) return {};
    const target = {
      documentId: row.document.documentId,
      ...(row.kind === 'scene' ? { scene: row.index } : {}),
    };
    return { 'data-over': drag.dropOn(target), ...drag.handlers(target) };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: lines are placed absolutely inside of it
    <div
      role="grid"
      aria-label={t('structure:outline')}
      aria-rowcount={rows.length + 1}
      aria-colcount={shown.length}
      className="structure-grid"
      style={{ '--structure-columns': columnTracks(shown) }}
      tabIndex={-1}
      {...lifting}
      onKeyDown={onKeyDown}
    >
      <Head />
      {/* biome-ignore lint/a11y/useSemanticElements: the lines of the grid */}
      <div role="rowgroup" className="structure-scroller" ref={scroller} tabIndex={-1}>
        <GridRows
          rows={rows}
          virtualizer={virtualizer}
          above={1}
          attributes={(row) => ({
            className:
              row.kind === 'volume' ? 'structure-line structure-volume-row' : 'structure-line',
            ...(row.kind !== 'volume' && row.part === 'lifted' ? { 'data-lifted': true } : {}),
            ...dragged(row),
          })}
        >
          {(row) => <RowContent row={row} project={project} people={people} />}
        </GridRows>
      </div>
    </div>
  );
}
