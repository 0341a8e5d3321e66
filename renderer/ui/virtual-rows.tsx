/** The rows of a long list that are on the screen, each at its place in a block as high as all of them. */
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import type { HTMLAttributes, ReactNode, RefObject } from 'react';

const withRows =
  (indexes: readonly number[]) =>
  (range: Range): number[] => {
    const drawn = new Set([...defaultRangeExtractor(range), ...indexes.filter((one) => one >= 0)]);
    return [...drawn].toSorted((one, other) => one - other);
  };

export type RowVirtualizer = Virtualizer<HTMLDivElement, Element>;

type RowsOnScreen<Row> = {
  rows: readonly Row[];
  scroller: RefObject<HTMLDivElement | null>;
  /** The same for a row wherever it is. */
  keyOf(row: Row): string;
  /** About how high it is, px; drawn rows are measured. */
  heightOf(row: Row): number;
  /** How many rows are drawn above and below those on the screen. */
  overscan: number;
  /**
   * Those that are drawn wherever they are: the one with the keyboard, so that scrolling takes the focus from nobody, and
   * the one it goes to next. Negative: none.
   */
  kept: readonly number[];
};

/** Which rows of a long list are drawn, and where. */
export function useRowsOnScreen<Row>(list: RowsOnScreen<Row>): RowVirtualizer {
  const { rows, scroller, keyOf, heightOf, overscan, kept } = list;
  /** The place of a row that was measured may be beyond a list that is shorter by now. */
  const ofRow =
    <Value,>(ask: (row: Row) => Value, gone: Value) =>
    (index: number): Value => {
      const row = rows[index];
      return row === undefined ? gone : ask(row);
    };
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: ofRow(heightOf, 0),
    getItemKey: ofRow(keyOf, ''),
    overscan,
    rangeExtractor: withRows(kept),
  });
}

/** What goes on the element around a row: its role, its class, what its styles and tests go by. */
type RowAttributes = HTMLAttributes<HTMLDivElement> & Record<`data-${string}`, unknown>;

type VirtualRowsProps<Row> = {
  rows: readonly Row[];
  virtualizer: RowVirtualizer;
  /** What goes on the block. */
  block: HTMLAttributes<HTMLDivElement>;
  attributes: (row: Row, index: number) => RowAttributes;
  children: (row: Row, index: number) => ReactNode;
};

/** Rows stand by `top`: a transform would give each a layer of its own, which every frame of the desk would pay for. */
export function VirtualRows<Row>({
  rows,
  virtualizer,
  block,
  attributes,
  children,
}: VirtualRowsProps<Row>) {
  return (
    <div {...block} className="ui-lines" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        const { className = '', ...rest } = attributes(row, index);
        return (
          <div
            key={key}
            data-index={index}
            ref={virtualizer.measureElement}
            className={`ui-line ${className}`}
            style={{ top: start }}
            {...rest}
          >
            {children(row, index)}
          </div>
        );
      })}
    </div>
  );
}

type GridRowsProps<Row> = Omit<VirtualRowsProps<Row>, 'block' | 'attributes'> & {
  /** How many rows of the grid stand above these and are always drawn. */
  above: number;
  attributes: (row: Row) => RowAttributes;
};

/** Rows of a grid, each with its number among all, for only some are in the page. */
export function GridRows<Row>({ above, attributes, ...props }: GridRowsProps<Row>) {
  return (
    <VirtualRows
      {...props}
      block={{ role: 'presentation' }}
      attributes={(row, index) => ({
        role: 'row',
        'aria-rowindex': above + index + 1,
        ...attributes(row),
      })}
    />
  );
}
