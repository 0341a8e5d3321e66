import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Goes on the element of a row that takes the focus; what else in the row does has `data-rove-of` with the row's key. */
export type RowFocus = { 'data-rove': string; tabIndex: number };

/** Which row a key leads to from one, by their places, where that is none of the keys of every list; null for no such key. */
type Further = (event: KeyboardEvent<HTMLElement>, place: number) => number | null;

const ownTarget = (
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  place: number,
  count: number,
): number => {
  if (altKey || ctrlKey || metaKey) return place;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : place + (steps[key] ?? 0);
};

/**
 * What else of a row takes the focus: `data-control` says what it does there. When its row goes, that of the row beside it has the
 * focus ({@link useFocusKept}).
 */
export type RowControl = { 'data-rove-of': string; 'data-control': string };

type Roving = {
  /** The row that was focused last; null for the first. */
  current: string | null;
  /** Goes on the element that holds the rows. */
  listProps: {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onFocus: (event: FocusEvent<HTMLElement>) => void;
  };
  rowProps: (key: string, isFirst: boolean) => RowFocus;
};

/**
 * A list is one stop of the Tab key: ↑ ↓ Home and End move among its rows. `keys` are all rows in order, so that
 * the stop survives when the row it stood on is gone. `begun`: the row it stands on at first, if not the first one.
 */
export function useRoving(
  keys: readonly string[],
  begun: string | null = null,
  further: Further = () => null,
): Roving {
  const [current, setCurrent] = useState(begun);
  const known = current !== null && keys.includes(current);
  // Of a long list the row is drawn only now that it is the current one.
  const wanted = useRef<{ list: HTMLElement; key: string } | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const { list, key } = wanted.current;
    wanted.current = null;
    const row = list.querySelector<HTMLElement>(`[data-rove="${CSS.escape(key)}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  });
  return {
    current: known ? current : null,
    listProps: {
      onKeyDown: (event) => {
        if (event.defaultPrevented) return;
        if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-rove]')) return;
        const place = keys.indexOf(event.target.dataset.rove ?? '');
        const to = further(event, place) ?? ownTarget(event, place, keys.length);
        const target = keys[to];
        if (target === undefined || to === place) return;
        event.preventDefault();
        setCurrent(target);
        wanted.current = { list: event.currentTarget, key: target };
      },
      onFocus: (event) => {
        const row = event.target.closest<HTMLElement>('[data-rove], [data-rove-of]');
        const key = row?.dataset.rove ?? row?.dataset.roveOf;
        if (key !== undefined) setCurrent(key);
      },
    },
    rowProps: (key, isFirst) => ({
      'data-rove': key,
      tabIndex: key === current || (!known && isFirst) ? 0 : -1,
    }),
  };
}
