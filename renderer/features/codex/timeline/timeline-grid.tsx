/** The rows of the timeline below the chapters they lie over; only those on the screen are drawn, however long the codex is. */
import { useMemo, useRef } from 'react';
import { useChapterNow } from '#renderer/app/chapter-now.ts';
import { ChapterHead, ChapterRules, useVolumes } from '#renderer/app/chapter-rows.tsx';
import { useSession } from '#renderer/app/session.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { GridRows, useRowsOnScreen } from '#renderer/ui/index.ts';
import { useRoving } from '#renderer/ui/roving.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { type TimelineLine, timelineLines, type TimelineRow } from './rows.ts';
import { TimelineCells, walk } from './timeline-row.tsx';

/** About how high a line of each kind is, px. */
const heights: Readonly<Record<TimelineLine['kind'], number>> = { head: 40, row: 30 };

const columns = ['name', 'chapters', 'when'] as const;

/** `stops`: those the keyboard comes to. */
const useLines = (rows: readonly TimelineRow[]) =>
  useMemo(() => {
    const lines = timelineLines(rows);
    return { lines, stops: lines.flatMap(({ kind, key }) => (kind === 'row' ? [key] : [])) };
  }, [rows]);

/** For those who do not see the numbers of the chapters above the rows. */
function ColumnHeads() {
  const { t } = useWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the grid
    <div role="row" className="ui-hidden" aria-rowindex={1}>
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the grid
        <span key={column} role="columnheader">
          {t(`codex:timeline.columns.${column}`)}
        </span>
      ))}
    </div>
  );
}

function GroupHead({ group, count }: Extract<TimelineLine, { kind: 'head' }>) {
  const { t, language } = useWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a heading of rows
    <div role="gridcell" aria-colspan={columns.length} className="timeline-group">
      <h2>{t(`codex:timeline.groups.${group}`)}</h2>{' '}
      <span className="ui-quiet">{formatCount(count, language)}</span>
    </div>
  );
}

/** ↑ ↓ go from row to row, ← → from mark to mark, Enter opens the entry, the chapter or what stands there together. */
export function TimelineGrid({ rows }: { rows: readonly TimelineRow[] }) {
  const { t } = useWords();
  const chapters = useSession(({ project }) => project?.documents.length ?? 0);
  const now = useChapterNow() ?? 0;
  const book = useMemo(() => ({ chapters, now }), [chapters, now]);
  const volumes = useVolumes();
  const [grid, scroller] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const width = useWidth(grid, 0, '.chapters-track');
  const { lines, stops } = useLines(rows);
  const roving = useRoving(stops);
  const stop = roving.current ?? stops[0];
  const virtualizer = useRowsOnScreen({
    rows: lines,
    scroller,
    keyOf: ({ key }) => key,
    heightOf: ({ kind }) => heights[kind],
    overscan: 10,
    kept: [lines.findIndex(({ key }) => key === stop)],
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed absolutely inside of it
    <div
      role="grid"
      aria-label={t('codex:timeline.title')}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length}
      className="chapters-lines timeline-grid"
      tabIndex={-1}
      ref={grid}
      {...roving.listProps}
    >
      <ChapterHead volumes={volumes} book={book} />
      <ColumnHeads />
      {/* biome-ignore lint/a11y/useSemanticElements: the rows of the grid */}
      <div role="rowgroup" className="timeline-scroller" ref={scroller} tabIndex={-1}>
        <GridRows
          rows={lines}
          virtualizer={virtualizer}
          above={1}
          attributes={(line) =>
            line.kind === 'row' ? { className: 'chapters-row timeline-row', onKeyDown: walk } : {}
          }
        >
          {(line) =>
            line.kind === 'head' ? (
              <GroupHead {...line} />
            ) : (
              <TimelineCells
                row={line.row}
                book={book}
                width={width}
                tabIndex={roving.rowProps(line.key, line.key === stops[0]).tabIndex}
              />
            )
          }
        </GridRows>
      </div>
      <ChapterRules volumes={volumes} book={book} />
    </div>
  );
}
