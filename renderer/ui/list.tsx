import type { ReactNode } from 'react';
import { GridList, GridListItem } from 'react-aria-components';

type ListProps<T extends object> = {
  label: string;
  items: readonly T[];
  idOf: (item: T) => string;
  /** Words for type-ahead and readers. */
  textOf: (item: T) => string;
  children: (item: T) => ReactNode;
  onAction?: (item: T) => void;
  selected?: string | null;
  onSelect?: (id: string) => void;
  empty?: ReactNode;
};

/** Arrow keys, type-ahead, Enter to act. For drag and drop use GridList of react-aria-components with these classes. */
export function List<T extends object>(props: ListProps<T>) {
  const { label, items, idOf, textOf, children, onAction, selected, onSelect, empty } = props;
  return (
    <GridList
      aria-label={label}
      className="ui-list"
      selectionMode={onSelect === undefined ? 'none' : 'single'}
      selectedKeys={selected === null || selected === undefined ? [] : [selected]}
      onSelectionChange={(keys) => {
        const key = keys === 'all' ? undefined : [...keys][0];
        if (key !== undefined && onSelect !== undefined) onSelect(String(key));
      }}
      renderEmptyState={() => empty}
    >
      {items.map((item) => (
        <GridListItem
          key={idOf(item)}
          id={idOf(item)}
          textValue={textOf(item)}
          {...(onAction === undefined ? {} : { onAction: () => onAction(item) })}
        >
          {children(item)}
        </GridListItem>
      ))}
    </GridList>
  );
}
