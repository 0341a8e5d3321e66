import { type ReactNode, useRef } from 'react';
import { type RowFocus, useRoving } from './roving.ts';
import { useRowsOnScreen, VirtualRows } from './virtual-rows.tsx';

type VirtualListProps<Line extends { kind: string; key: string }> = {
  label: string;
  lines: readonly Line[];
  /** About how high a line of each kind is, px; drawn lines are measured. */
  heights: Readonly<Record<Line['kind'], number>>;
  /** `focus` goes on the element that takes the focus; a line of kind `head` takes none. */
  children: (line: Line, focus: RowFocus) => ReactNode;
};

/** Lines below each other, one stop of the Tab key. Only those on the screen and that stop are drawn, however many there are. */
export function VirtualList<Line extends { kind: string; key: string }>({
  label,
  lines,
  heights,
  children,
}: VirtualListProps<Line>) {
  const scroller = useRef<HTMLDivElement>(null);
  const stops = lines.filter((line) => line.kind !== 'head').map((line) => line.key);
  const roving = useRoving(stops);
  const stop = roving.current ?? stops[0];
  const virtualizer = useRowsOnScreen({
    rows: lines,
    scroller,
    keyOf: ({ key }) => key,
    heightOf: ({ kind }) => heights[kind as Line['kind']],
    overscan: 10,
    kept: [lines.findIndex(({ key }) => key === stop)],
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
