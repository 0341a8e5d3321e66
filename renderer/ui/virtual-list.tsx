import { type ReactNode, useEffect, useRef } from 'react';
import { stepFurther } from './list-steps.ts';
import { type RowFocus, useRoving } from './roving.ts';
import { useRowsOnScreen, VirtualRows } from './virtual-rows.tsx';

type VirtualListProps<Line extends { kind: string; key: string }> = {
  label: string;
  lines: readonly Line[];
  /** About how high a line of each kind is, px; drawn lines are measured. */
  heights: Readonly<Record<Line['kind'], number>>;
  /** The line that was opened in the list's place: it is in sight again, and has the focus again that went with what stood there. */
  left?: string | null;
  /** Lines of this kind begin a part of the list, and so does what follows a `head`: Ctrl ↑ and ↓ go from one to the next. */
  partKind?: Line['kind'];
  /** How many lines are drawn above and below those on the screen. */
  overscan?: number;
  /** `focus` goes on the element that takes the focus; a line of kind `head` takes none. */
  children: (line: Line, focus: RowFocus) => ReactNode;
};

/** About how many lines are seen at once. */
const linesInSight = (scroller: HTMLElement | null, heights: readonly number[]): number =>
  Math.floor((scroller?.clientHeight ?? 0) / Math.max(...heights));

/** Lines below each other, one stop of the Tab key. Only those on the screen and that stop are drawn, however many there are. */
export function VirtualList<Line extends { kind: string; key: string }>({
  label,
  lines,
  heights,
  left = null,
  partKind,
  overscan = 10,
  children,
}: VirtualListProps<Line>) {
  const scroller = useRef<HTMLDivElement>(null);
  const stopping = lines.flatMap(({ kind, key }, at) =>
    kind === 'head' ? [] : [{ key, begins: kind === partKind || lines[at - 1]?.kind === 'head' }],
  );
  const stops = stopping.map(({ key }) => key);
  const roving = useRoving(stops, left, (event, from) =>
    stepFurther(event, stopping, {
      from,
      page: linesInSight(scroller.current, Object.values<number>(heights)),
    }),
  );
  const stop = roving.current ?? stops[0];
  const virtualizer = useRowsOnScreen({
    rows: lines,
    scroller,
    keyOf: ({ key }) => key,
    heightOf: ({ kind }) => heights[kind as Line['kind']],
    overscan,
    kept: [lines.findIndex(({ key }) => key === stop)],
  });
  const wanted = useRef(left);
  useEffect(() => {
    // Drawn only once the list knows its height; what stands around it may have taken the focus by then.
    const line = scroller.current?.querySelector<HTMLElement>('[data-rove][tabindex="0"]');
    if (wanted.current === null || !line) return;
    wanted.current = null;
    line.scrollIntoView({ block: 'nearest' });
    if (document.activeElement?.contains(line)) line.focus({ preventScroll: true });
  });
  return (
    <div className="ui-scroller" ref={scroller}>
      <VirtualRows
        rows={lines}
        virtualizer={virtualizer}
        block={{ role: 'list', 'aria-label': label, ...roving.listProps }}
        attributes={(_line, index) => ({
          role: 'listitem',
          // Only some lines are in the page: who hears it is told how many there are.
          'aria-setsize': lines.length,
          'aria-posinset': index + 1,
        })}
      >
        {(line) => children(line, roving.rowProps(line.key, line.key === stops[0]))}
      </VirtualRows>
    </div>
  );
}
