/** The rows of a long list that are on the screen, each at its place in a block as high as all of them. */
import { defaultRangeExtractor, type Range, type Virtualizer } from '@tanstack/react-virtual';
import type { HTMLAttributes, ReactNode } from 'react';

/**
 * Draws rows beside those on the screen: the one with the keyboard, so that scrolling takes the focus from nobody, and the
 * one it goes to next. Negative: none.
 */
export const withRow =
  (...indexes: readonly number[]) =>
  (range: Range): number[] => {
    const drawn = new Set([...defaultRangeExtractor(range), ...indexes.filter((one) => one >= 0)]);
    return [...drawn].toSorted((one, other) => one - other);
  };

/** What goes on the element around a row: its role, its class, what its styles and tests go by. */
type RowAttributes = HTMLAttributes<HTMLDivElement> & Record<`data-${string}`, unknown>;

type VirtualRowsProps<Row> = {
  rows: readonly Row[];
  virtualizer: Virtualizer<HTMLDivElement, Element>;
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
