import { type FocusEvent, type KeyboardEvent, useState } from 'react';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Goes on the element of a row that takes the focus. */
export type RowFocus = { 'data-rove': string; tabIndex: number };

type Roving = {
  /** Goes on the element that holds the rows. */
  listProps: {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onFocus: (event: FocusEvent<HTMLElement>) => void;
  };
  rowProps: (key: string, isFirst: boolean) => RowFocus;
};

/**
 * A list is one stop of the Tab key: ↑ ↓ Home and End move among its rows. `keys` are all rows in order, so that
 * the stop survives when the row it stood on is gone.
 */
export function useRoving(keys: readonly string[]): Roving {
  const [current, setCurrent] = useState<string | null>(null);
  const known = current !== null && keys.includes(current);
  return {
    listProps: {
      onKeyDown: (event) => {
        if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
        if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-rove]')) return;
        const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-rove]')];
        const place = rows.indexOf(event.target);
        const step = steps[event.key];
        const to =
          event.key === 'Home' ? 0 : event.key === 'End' ? rows.length - 1 : place + (step ?? 0);
        const target = rows[to];
        if (target === undefined || to === place) return;
        event.preventDefault();
        target.focus();
        target.scrollIntoView({ block: 'nearest' });
      },
      onFocus: (event) => {
        const row = event.target.closest<HTMLElement>('[data-rove]');
        const key = row?.dataset.rove;
        if (key !== undefined) setCurrent(key);
      },
    },
    rowProps: (key, isFirst) => ({
      'data-rove': key,
      tabIndex: key === current || (!known && isFirst) ? 0 : -1,
    }),
  };
}
